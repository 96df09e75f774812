import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../../tests/support/api.ts'
import { newId } from '../db/ids.ts'
import { type Jobs, startJobs } from './jobs.ts'
import { expire, moneyJobs, reconcile } from './money.ts'

let api: TestApi
let jobs: Jobs
let ran = 0
let done: () => void = () => undefined
beforeAll(async () => {
  api = await openTestApi()
  jobs = await startJobs(api.on, [
    ...moneyJobs,
    {
      name: 'test-job',
      cron: '0 0 1 1 *',
      run: async () => {
        ran++
        done()
      },
    },
  ])
})
afterAll(async () => {
  await jobs.stop()
  await api.close()
})

test('what is enqueued runs when its transaction commits, and not when it is rolled back', async () => {
  await api.db
    .transact(async (tx) => {
      await jobs.enqueue(tx, 'test-job', {})
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  const isDone = new Promise<void>((resolve) => {
    done = resolve
  })
  await api.db.transact((tx) => jobs.enqueue(tx, 'test-job', {}))
  await isDone
  expect(ran).toBe(1)
})

test('a purchase of coins that nobody finished expires after a day', async () => {
  const fiona = await api.makeUser()
  const id = newId()
  await api.db.run(
    {
      name: 'test_old_topup',
      text: `insert into topups (id, user_id, amount_cents, provider, created_at) values ($1, $2, 500, 'sandbox', now() - interval '25 hours')`,
    },
    [id, fiona.id],
  )
  await expire(api.on)
  const [row] = await api.db.run<{ status: string }>(
    { name: 'test_topup_status', text: 'select status from topups where id = $1' },
    [id],
  )
  expect(row?.status).toBe('expired')
})

test('the nightly check fails loudly when a balance was touched', async () => {
  await reconcile(api.on)
  await api.db.run(
    {
      name: 'test_tamper',
      text: `insert into ledger_accounts (id, owner_id, kind, balance_cents) values ($1, $1, 'wallet', 500)`,
    },
    [newId()],
  )
  await expect(reconcile(api.on)).rejects.toThrow('violated')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { readCheck } from '../../features/wallet/check-runs.ts'
import { type Jobs, startJobs } from './jobs.ts'
import { moneyJobs, reconcile } from '../../features/wallet/jobs.ts'

let api: TestApi
let jobs: Jobs
let ran = 0
let done: () => void = () => undefined
beforeAll(async () => {
  api = await openTestApi()
  jobs = await startJobs(api.ctx, [
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

test('the nightly check needs no request to wait for it, and comes to the same end when it runs twice', async () => {
  await Promise.all([reconcile(api.ctx), reconcile(api.ctx)])
  const { running, last } = await readCheck(api.ctx)
  expect([running, last?.violations, last?.failure, last?.by]).toEqual([null, [], null, null])
})

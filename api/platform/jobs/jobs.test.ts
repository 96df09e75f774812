import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { jobs as allJobs } from '../../jobs.ts'
import { type Jobs, startJobs } from './jobs.ts'

let api: TestApi
let jobs: Jobs
let ran = 0
let done: () => void = () => undefined
beforeAll(async () => {
  api = await openTestApi()
  jobs = await startJobs(api.on, [
    ...allJobs,
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

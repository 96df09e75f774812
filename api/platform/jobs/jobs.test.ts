import { expect, test } from 'vitest'
import { testApi } from '../../../tests/support/test-api.ts'
import { jobs as schedule } from '../../jobs.ts'
import type { Queue, Services } from '../services.ts'
import { openJobs } from './jobs.ts'

const api = testApi()

type Task = { n: number }
const queueOf = (name: string, run: (ctx: Services, task: Task) => Promise<unknown>): Queue<Task> => ({
  name,
  concurrency: 2,
  options: { retryLimit: 5, retryDelay: 30, policy: 'short' },
  key: ({ n }) => String(n),
  run,
})

test('runs the tasks of a transaction that commits, at once and not at the next poll, and none of one that is rolled back', async () => {
  const jobs = await openJobs(api.db)
  const ran: number[] = []
  const { promise: isDone, resolve: done } = Promise.withResolvers<void>()
  const queue = queueOf('test-worked', async (_, { n }) => {
    ran.push(n)
    if (ran.length === 20) done()
  })
  await jobs.declare(queue)
  // An hour: what is not woken by the commit would not run within this test.
  await jobs.start(api.ctx, schedule, 3_600)
  await api.db
    .transact(async (tx) => {
      await jobs.enqueue(tx, queue, [{ n: -1 }])
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  const numbers = Array.from({ length: 20 }, (_, n) => n)
  await api.db.transact((tx) =>
    jobs.enqueue(
      tx,
      queue,
      numbers.map((n) => ({ n })),
    ),
  )
  await isDone
  expect(ran.sort((a, b) => a - b)).toEqual(numbers)
  await jobs.stop()
})

test('tries a failed task again after its delay, and holds one task of a key in the queue', async () => {
  let tries = 0
  const queue = queueOf('test-failing', async () => {
    if (++tries === 1) throw new Error('not yet')
  })
  await api.jobs.declare(queue)
  for (let sent = 0; sent < 3; sent++) await api.db.transact((tx) => api.jobs.enqueue(tx, queue, [{ n: 1 }]))
  await expect(api.runJobs()).rejects.toThrow('not yet')
  await api.runJobs()
  expect(tries).toBe(1)
  await api.runJobs({ early: true })
  expect(tries).toBe(2)
  await api.runJobs({ early: true })
  expect(tries).toBe(2)
})

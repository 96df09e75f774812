import type { OpenJobs } from '../../api/platform/jobs/jobs.ts'
import type { Services } from '../../api/platform/services.ts'

/**
 * Runs queued jobs, as the workers of a node would, until none is left; throws the first failure at the end. With
 * `early` also the jobs that wait for a retry.
 */
export async function runQueued(ctx: Services, { boss, queues }: OpenJobs, { early = false } = {}): Promise<void> {
  const failures: unknown[] = []
  for (let isFirst = true, ran = 1; isFirst || ran > 0; isFirst = false) {
    ran = 0
    for (const queue of queues.values()) {
      const tasks = await boss.fetch<never>(queue.name, { batchSize: 100, ignoreStartAfter: early && isFirst })
      for (const task of tasks) {
        ran++
        try {
          await queue.run(ctx, task.data)
          await boss.complete(queue.name, task)
        } catch (error) {
          failures.push(error)
          await boss.fail(queue.name, task, { message: String(error) })
        }
      }
    }
  }
  if (failures.length > 0) throw failures[0]
}

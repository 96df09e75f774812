import type { Job } from '../../platform/jobs/jobs.ts'
import type { Services } from '../../platform/services.ts'
import { countTrends } from './statements.ts'

/** The scheduled work of discovery. */
export const discoveryJobs: Job[] = [{ name: 'discovery-trends', cron: '20 * * * *', run: countTrending }]

/** Counts for every creator how many people have begun to follow them in the last seven days. */
export async function countTrending(ctx: Services): Promise<void> {
  await ctx.db.run(countTrends, { since: new Date(ctx.now() - 7 * 86_400_000) })
}

import { recountAll, recountScheduled, recountUnlocks } from '../../people/counts.ts'
import { purgeProfile } from '../../platform/http/purge.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Services } from '../../platform/services.ts'
import { notifySubscribersOfPosts } from './notify-subscribers.ts'

/** The scheduled work of posts. */
export const postJobs: Job[] = [
  { name: 'posts-publications', cron: '* * * * *', run: countPublishedPosts },
  { name: 'posts-announcements', cron: '* * * * *', run: notifySubscribersOfPosts },
  { name: 'posts-counts', cron: '40 3 * * *', run: correctCounts },
]

/**
 * Updates the authors' counts and purges their pages at the edge after scheduled posts came out; the posts
 * themselves are visible without this. Looks a day back and changes only wrong counts, so running it twice is harmless.
 */
export async function countPublishedPosts(ctx: Services): Promise<void> {
  const now = ctx.now()
  const authors = await ctx.db.run(recountScheduled, { since: new Date(now - dayMs), now: new Date(now) })
  for (const { username } of authors) purgeProfile(ctx, username)
}
const dayMs = 86_400_000

/** Puts kept counts right, which nodes of another version may have left behind during a release. */
export async function correctCounts(ctx: Services): Promise<void> {
  await ctx.db.run(recountAll, { now: new Date(ctx.now()) })
  await ctx.db.run(recountUnlocks, {})
}

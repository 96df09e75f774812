import type { Db } from '../../platform/db/db.ts'
import { isPublished } from '../../platform/db/rules.ts'
import { orNull, statement, text, timestamptz } from '../../platform/db/statement.ts'
import { purgeProfile } from '../../platform/http/purge.ts'
import type { Services } from '../../platform/services.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { notifySubscribersOfPosts } from './notify-subscribers.ts'

/** The scheduled work of posts. */
export const postJobs: Job[] = [
  { name: 'posts-publications', cron: '* * * * *', run: countPublishedPosts },
  { name: 'posts-announcements', cron: '* * * * *', run: notifySubscribersOfPosts },
]

/**
 * A scheduled post is visible from its time on, but the count of its author's posts and the shared pages at the edge are
 * not updated by that. This counts it and purges those pages. A second run changes nothing.
 */
export async function countPublishedPosts(ctx: Services): Promise<void> {
  const now = ctx.now()
  const since = checkedUntil.get(ctx.db) ?? now - firstLookMs
  const authors = await ctx.db.run(countPublished, { since: new Date(since), now: new Date(now) })
  for (const { username } of authors) purgeProfile(ctx, username)
  checkedUntil.set(ctx.db, now)
}

/** Up to when this process has looked; a new process looks a day back, and one that paused misses nothing. */
const checkedUntil = new WeakMap<Db, number>()
const firstLookMs = 86_400_000

const countPublished = statement(
  'posts_count_published',
  { since: timestamptz, now: timestamptz },
  { username: orNull(text) },
  ({ since, now }) => `
    update users u set posts_count = (select count(*)::int from posts p
      where p.author_id = u.id and ${isPublished('p', now)})
    where u.id in (select p.author_id from posts p where p.published_at > p.created_at
      and p.published_at > ${since} and ${isPublished('p', now)})
    returning u.username`,
)

import type { Db, Statement } from '../../platform/db/db.ts'
import { purgeProfile } from '../../platform/http/purge.ts'
import type { Services } from '../../platform/services.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { notifySubscribersOfPosts } from './notify-subscribers.ts'

/** What posts need done without anybody asking. */
export const postJobs: Job[] = [
  { name: 'posts-publications', cron: '* * * * *', run: countPublishedPosts },
  { name: 'posts-announcements', cron: '* * * * *', run: notifySubscribersOfPosts },
]

/**
 * A scheduled post is out the moment its time has come, whoever asks; what is kept beside it is not. This counts it among
 * its author's posts and has the edge drop the pages that visitors share. Doing it twice changes nothing.
 */
export async function countPublishedPosts(ctx: Services): Promise<void> {
  const now = ctx.now()
  const since = toldUntil.get(ctx.db) ?? now - firstLookMs
  const authors = await ctx.db.run<{ username: string | null }>(counting, [new Date(since), new Date(now)])
  for (const { username } of authors) purgeProfile(ctx, username)
  toldUntil.set(ctx.db, now)
}

/** Where this process has looked to; one that has just begun looks a day back, and one that paused misses nothing. */
const toldUntil = new WeakMap<Db, number>()
const firstLookMs = 86_400_000

const counting: Statement = {
  name: 'posts_count_published',
  text: `
    update users u set posts_count = (select count(*)::int from posts p
      where p.author_id = u.id and p.deleted_at is null and p.published_at <= $2::timestamptz)
    where u.id in (select p.author_id from posts p where p.deleted_at is null and p.published_at > p.created_at
      and p.published_at > $1::timestamptz and p.published_at <= $2::timestamptz)
    returning u.username`,
}

import { isPublished } from '../../platform/db/rules.ts'
import { orNull, statement, text, timestamptz } from '../../platform/db/statement.ts'
import { purgeProfile } from '../../platform/http/purge.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Services } from '../../platform/services.ts'
import { notifySubscribersOfPosts } from './notify-subscribers.ts'

/** The scheduled work of posts. */
export const postJobs: Job[] = [
  { name: 'posts-publications', cron: '* * * * *', run: countPublishedPosts },
  { name: 'posts-announcements', cron: '* * * * *', run: notifySubscribersOfPosts },
]

/**
 * Updates the authors' post counts and purges their pages at the edge after scheduled posts came out; the posts
 * themselves are visible without this. Looks a day back and changes only wrong counts, so running it twice is harmless.
 */
export async function countPublishedPosts(ctx: Services): Promise<void> {
  const now = ctx.now()
  const authors = await ctx.db.run(countPublished, { since: new Date(now - dayMs), now: new Date(now) })
  for (const { username } of authors) purgeProfile(ctx, username)
}
const dayMs = 86_400_000

const countPublished = statement(
  'posts_count_published',
  { since: timestamptz, now: timestamptz },
  { username: orNull(text) },
  ({ since, now }) => `
    with authors as (select distinct p.author_id as id from posts p where ${isPublished('p', now)}
      and p.published_at > p.created_at and p.published_at > ${since})
    update users u set posts_count = actual.posts from authors a cross join lateral (select count(*)::int as posts
      from posts p where p.author_id = a.id and ${isPublished('p', now)}) actual
    where u.id = a.id and u.posts_count <> actual.posts
    returning u.username`,
)

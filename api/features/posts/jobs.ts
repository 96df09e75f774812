import { recountAll, recountAuthors, recountScheduled, recountUnlocks } from '../../people/counts.ts'
import { notDeleted } from '../../platform/db/rules.ts'
import { orNull, statement, text, timestamptz, uuid } from '../../platform/db/statement.ts'
import { purgeProfile } from '../../platform/http/purge.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Services } from '../../platform/services.ts'
import { calendarChanged } from '../calendar/changed.ts'
import { recountAlbumsWith, recountAllAlbums, recountScheduledAlbums } from './album-counts.ts'
import { notifySubscribersOfPosts } from './notify-subscribers.ts'

/** The scheduled work of posts. */
export const postJobs: Job[] = [
  { name: 'posts-publications', cron: '* * * * *', run: countPublishedPosts },
  { name: 'posts-expiries', cron: '* * * * *', run: archiveExpired },
  { name: 'posts-announcements', cron: '* * * * *', run: notifySubscribersOfPosts },
  { name: 'posts-counts', cron: '40 3 * * *', run: correctCounts },
]

/**
 * Updates the authors' counts and purges their pages at the edge after scheduled posts came out; the posts
 * themselves are visible without this. Looks a day back and changes only wrong counts, so running it twice is harmless.
 */
export async function countPublishedPosts(ctx: Services): Promise<void> {
  const now = ctx.now()
  const times = { since: new Date(now - dayMs), now: new Date(now) }
  const authors = await ctx.db.run(recountScheduled, times)
  await ctx.db.run(recountScheduledAlbums, times)
  for (const { username } of authors) purgeProfile(ctx, username)
}
const dayMs = 86_400_000

/**
 * Archives what no reader is shown any more since its time is over (`isPublished`): its place among the pinned is free, its
 * author's counts and pages at the edge are without it. A thousand at a time; the rest is for the next minute.
 */
export async function archiveExpired(ctx: Services): Promise<void> {
  const now = new Date(ctx.now())
  const gone = await ctx.db.transact(async (tx) => {
    const rows = await tx.run(archiveDue, { now })
    if (rows.length > 0) {
      await tx.run(recountAuthors, { authors: rows.map((row) => row.author_id), now })
      await recountAlbumsWith(
        tx,
        rows.map((row) => row.id),
        now.getTime(),
      )
    }
    return rows
  })
  for (const username of new Set(gone.map((row) => row.username))) purgeProfile(ctx, username)
  for (const author of new Set(gone.map((row) => row.author_id))) calendarChanged(ctx, author, 'post')
}

/** Two nodes at once take different posts. */
const archiveDue = statement(
  'posts_archive_expired',
  { now: timestamptz },
  { id: uuid, author_id: uuid, username: orNull(text) },
  ({ now }) => `
    update posts p set archived_at = p.expires_at, pinned_at = null from users u where u.id = p.author_id and p.id in (
      select x.id from posts x where ${notDeleted('x')} and x.archived_at is null and x.expires_at <= ${now}
        and x.published_at <= ${now} order by x.expires_at limit 1000 for update skip locked)
    returning p.id, p.author_id, u.username`,
)

/** Puts kept counts right, which nodes of another version may have left behind during a release. */
export async function correctCounts(ctx: Services): Promise<void> {
  await ctx.db.run(recountAll, { now: new Date(ctx.now()) })
  await ctx.db.run(recountAllAlbums, { now: new Date(ctx.now()) })
  await ctx.db.run(recountUnlocks, {})
}

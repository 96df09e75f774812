import type { Db } from '../../platform/db/db.ts'
import { isPublished, subscriptionRuns } from '../../platform/db/rules.ts'
import { int, orNull, statement, timestamptz, uuid } from '../../platform/db/statement.ts'
import type { Services } from '../../platform/services.ts'
import { chunkSize, notifyMany } from '../notifications/notify-many.ts'

/**
 * Notifies the subscribers of an author of new posts, once for each post. It runs every minute, so a post that is
 * deleted at once notifies no subscriber; a post older than a day is skipped. Safe to run on many nodes and to be killed
 * at any point: each chunk is a transaction that also stores the progress.
 */
export async function notifySubscribersOfPosts(ctx: Services): Promise<void> {
  const now = ctx.now()
  const due = await ctx.db.run(readDue, { now: new Date(now), since: new Date(now - dayMs) })
  for (const { id } of due) {
    while (await notifyChunk(ctx, id)) {
      // One transaction for each chunk.
    }
  }
}

/** Notifies the next chunk of subscribers; false when none is left. */
async function notifyChunk(ctx: Services, id: string): Promise<boolean> {
  const { isLast, afterCommit } = await ctx.db.transact(async (tx) => notifyNext(tx, ctx, id))
  await afterCommit?.()
  return !isLast
}

async function notifyNext(tx: Db, ctx: Services, id: string) {
  const now = new Date(ctx.now())
  const [post] = await tx.run(lockPost, { id, now })
  if (post === undefined) return { isLast: true, afterCommit: null }
  const subscribers = await tx.run(readSubscribersAfter, {
    creator: post.author_id,
    after: post.notified_to,
    now,
    limit: chunkSize,
  })
  const fans = subscribers.map((row) => row.fan_id)
  const isLast = fans.length < chunkSize
  const object = { kind: 'post' as const, id }
  const afterCommit =
    fans.length === 0 ? null : await notifyMany(tx, ctx, fans, { type: 'new_post', actorId: post.author_id, object })
  await tx.run(setProgress, { id, notifiedTo: fans.at(-1) ?? post.notified_to, finishedAt: isLast ? now : null })
  return { isLast, afterCommit }
}

const dayMs = 86_400_000

const readDue = statement(
  'posts_unnotified',
  { now: timestamptz, since: timestamptz },
  { id: uuid },
  ({ now, since }) => `
    select p.id from posts p where p.notified_at is null and ${isPublished('p', now)} and p.published_at > ${since}
    order by p.published_at limit 200`,
)

/**
 * A second process waits here and continues after the first one's chunk. No row for a post of a suspended or deleted
 * author.
 */
const lockPost = statement(
  'posts_announce_lock',
  { id: uuid, now: timestamptz },
  { author_id: uuid, notified_to: orNull(uuid) },
  ({ id, now }) => `
    select p.author_id, p.notified_to from posts p
    where p.id = ${id} and p.notified_at is null and ${isPublished('p', now)}
      and exists (select 1 from users w where w.id = p.author_id and w.deleted_at is null) for update`,
)

const readSubscribersAfter = statement(
  'posts_announce_readers',
  { creator: uuid, after: orNull(uuid), now: timestamptz, limit: int },
  { fan_id: uuid },
  ({ creator, after, now, limit }) => `
    select s.fan_id from subscriptions s where s.creator_id = ${creator} and (${after} is null or s.fan_id > ${after})
      and ${subscriptionRuns('s', now)}
    order by s.fan_id limit ${limit}`,
)

const setProgress = statement(
  'posts_announce_progress',
  { id: uuid, notifiedTo: orNull(uuid), finishedAt: orNull(timestamptz) },
  {},
  ({ id, notifiedTo, finishedAt }) =>
    `update posts set notified_to = ${notifiedTo}, notified_at = ${finishedAt} where id = ${id}`,
)

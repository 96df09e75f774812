import type { Db } from '../../platform/db/db.ts'
import { afterId, afterRow } from '../../platform/db/keyset.ts'
import { isFollowing, isPublished, subscriptionRuns } from '../../platform/db/rules.ts'
import { cursorValue, int, orNull, statement, text, timestamptz, uuid } from '../../platform/db/statement.ts'
import type { Services } from '../../platform/services.ts'
import { calendarChanged } from '../calendar/changed.ts'
import { chunkSize, notifyMany } from '../notifications/notify-many.ts'

/**
 * Notifies the subscribers of an author of new posts, and the followers who asked for it, once for each post. Nobody whose
 * bell for the author is off. It runs every minute, so a post that is
 * deleted at once notifies no subscriber; a post older than a day is skipped. Safe to run on many nodes and to be killed
 * at any point: each chunk is a transaction that also stores the progress.
 */
export async function notifySubscribersOfPosts(ctx: Services): Promise<void> {
  const now = ctx.now()
  const due = await ctx.db.run(readDue, { now: new Date(now), since: new Date(now - dayMs) })
  for (const { id } of due) {
    let chunk = await notifyChunk(ctx, id)
    // One transaction for each chunk.
    while (!chunk.isLast) chunk = await notifyChunk(ctx, id)
    if (chunk.author === null) continue
    calendarChanged(ctx, chunk.author, 'post')
    await hintFollowers(ctx, chunk.author)
  }
}

/** Notifies the next chunk of subscribers. */
async function notifyChunk(ctx: Services, id: string): Promise<{ isLast: boolean; author: string | null }> {
  const { afterCommit, ...chunk } = await ctx.db.transact(async (tx) => notifyNext(tx, ctx, id))
  await afterCommit?.()
  return chunk
}

/**
 * Tells the browsers of followers who are online that there is a new post, which their home page offers to show. It asks
 * nothing of the API by itself, so a post of a star does not bring all followers at once.
 */
async function hintFollowers(ctx: Services, author: string): Promise<void> {
  for (let after: { at: string | null; id: string | null } = { at: null, id: null }; ; ) {
    const followers = await ctx.db.run(readFollowersAfter, { author, ...after, limit: followersAtOnce })
    for (const { id } of followers)
      if (ctx.live.isOnline(id)) ctx.live.publish({ userId: id, type: 'new_post', payload: { author_id: author } })
    const last = followers.at(-1)
    if (last === undefined || followers.length < followersAtOnce) return
    after = { at: last.at, id: last.id }
  }
}
const followersAtOnce = 1_000

async function notifyNext(tx: Db, ctx: Services, id: string) {
  const now = new Date(ctx.now())
  const [post] = await tx.run(lockPost, { id, now })
  if (post === undefined) return { isLast: true, author: null, afterCommit: null }
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
  return { isLast, author: post.author_id, afterCommit }
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

/** Subscribers and followers, by their ids. */
const readSubscribersAfter = statement(
  'posts_announce_readers',
  { creator: uuid, after: orNull(uuid), now: timestamptz, limit: int },
  { fan_id: uuid },
  ({ creator, after, now, limit }) => `
    (select s.fan_id from subscriptions s where s.creator_id = ${creator} and ${afterId('s.fan_id', after)}
      and ${subscriptionRuns('s', now)}
      and not exists (select 1 from post_bells b where b.user_id = s.fan_id and b.creator_id = ${creator} and not b.is_on)
    order by s.fan_id limit ${limit})
    union
    (select b.user_id from post_bells b where b.creator_id = ${creator} and b.is_on
      and ${afterId('b.user_id', after)} and ${isFollowing('b.user_id', creator)}
    order by b.user_id limit ${limit})
    order by fan_id limit ${limit}`,
)

const readFollowersAfter = statement(
  'posts_followers_after',
  { author: uuid, at: cursorValue(timestamptz), id: cursorValue(uuid), limit: int },
  { id: uuid, at: text },
  ({ author, at, id, limit }) => `
    select f.follower_id as id, f.created_at::text as at from follows f
    where f.user_id = ${author} and ${afterRow('f.created_at', 'f.follower_id', at, id)}
    order by f.created_at, f.follower_id limit ${limit}`,
)

const setProgress = statement(
  'posts_announce_progress',
  { id: uuid, notifiedTo: orNull(uuid), finishedAt: orNull(timestamptz) },
  {},
  ({ id, notifiedTo, finishedAt }) =>
    `update posts set notified_to = ${notifiedTo}, notified_at = ${finishedAt} where id = ${id}`,
)

import type { Db, Statement } from '../../platform/db/db.ts'
import { subscriptionRuns } from '../../platform/db/rules.ts'
import type { Services } from '../../platform/services.ts'
import { chunkSize, notifyMany } from '../notifications/notify-many.ts'

/**
 * Tells the subscribers of an author of what came out, once for each post and within a minute, so that what is taken
 * away at once is told to nobody. Followers find it on their home page. Safe to run on many nodes and to be killed at
 * any point: each chunk is a transaction of its own, with the progress. What could not be told in a day is old news.
 */
export async function notifySubscribersOfPosts(ctx: Services): Promise<void> {
  const now = ctx.now()
  const due = await ctx.db.run<{ id: string }>(unannounced, [new Date(now), new Date(now - dayMs)])
  for (const { id } of due) {
    while (await announceSome(ctx, id)) {
      // A bounded number at a time.
    }
  }
}

/** The next subscribers of the post's author; false when nobody is left. */
async function announceSome(ctx: Services, id: string): Promise<boolean> {
  const { isLast, afterCommit } = await ctx.db.transact(async (tx) => nextChunk(tx, ctx, id))
  await afterCommit?.()
  return !isLast
}

async function nextChunk(tx: Db, ctx: Services, id: string) {
  const now = new Date(ctx.now())
  const [post] = await tx.run<{ author_id: string; announced_to: string | null }>(locking, [id, now])
  if (post === undefined) return { isLast: true, afterCommit: null }
  const readers = await tx.run<{ fan_id: string }>(subscribersAfter, [
    post.author_id,
    post.announced_to,
    now,
    chunkSize,
  ])
  const fans = readers.map((row) => row.fan_id)
  const isLast = fans.length < chunkSize
  const object = { kind: 'post' as const, id }
  const afterCommit =
    fans.length === 0 ? null : await notifyMany(tx, ctx, fans, { type: 'new_post', actorId: post.author_id, object })
  await tx.run(progress, [id, fans.at(-1) ?? post.announced_to, isLast ? now : null])
  return { isLast, afterCommit }
}

const dayMs = 86_400_000

const unannounced: Statement = {
  name: 'posts_unannounced',
  text: `select p.id from posts p where p.announced_at is null and p.deleted_at is null
    and p.published_at <= $1::timestamptz and p.published_at > $2::timestamptz order by p.published_at limit 200`,
}
/** Who comes second waits, and finds what the first has left to do. What a suspended or deleted author wrote is not told. */
const locking: Statement = {
  name: 'posts_announce_lock',
  text: `select p.author_id, p.announced_to from posts p
    where p.id = $1::uuid and p.announced_at is null and p.deleted_at is null and p.published_at <= $2::timestamptz
      and exists (select 1 from users w where w.id = p.author_id and w.deleted_at is null) for update`,
}
const subscribersAfter: Statement = {
  name: 'posts_announce_readers',
  text: `select s.fan_id from subscriptions s where s.creator_id = $1::uuid and ($2::uuid is null or s.fan_id > $2::uuid)
      and ${subscriptionRuns('s', '$3::timestamptz')}
    order by s.fan_id limit $4::int`,
}
const progress: Statement = {
  name: 'posts_announce_progress',
  text: `update posts set announced_to = $2::uuid, announced_at = $3::timestamptz where id = $1::uuid`,
}

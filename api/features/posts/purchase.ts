import type { Db, Statement } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { unlock } from '../media/purchase.ts'
import { notify } from '../notifications/notify.ts'
import { charge, readDeal, walletCents } from '../wallet/sale.ts'
import { getPostForViewer } from './read.ts'
import { runAll } from '../../platform/live/live.ts'

/**
 * Opens a post for a fan (product §12, §13). Own, bought and let in it costs nothing; one that sells media is bought with
 * them (`media.unlock`); one that sells its words alone is a purchase without media. Of many calls at once the wallet's
 * lock lets one pay: the others throw `BoughtMeanwhile` and, asked again, find it theirs.
 */
export async function unlockPost(tx: Db, ctx: Services, fanId: string, it: { id: string; expected_price?: number }) {
  const post = await getPostForViewer(ctx, { id: fanId, acting: null }, it.id, tx)
  const paid = await paidFor(tx, fanId, it.id)
  if (post.access.allowed) return opened(tx, fanId, paid)
  if (post.price === null) throw refuse('forbidden')
  if (it.expected_price !== undefined && Math.round(it.expected_price * 100) !== Math.round(post.price * 100))
    throw refuse('price_changed', { price: post.price })
  const sold = post.media.find((media) => media.locked)
  if (sold !== undefined) {
    const { answer, afterCommit } = await unlock(tx, ctx, fanId, {
      id: sold.id,
      expected_price: post.price,
      within: it.id,
    })
    return { meta: answer.meta, afterCommit }
  }
  // All that it sells is owned from elsewhere, yet its words are for others.
  if (post.media.some((media) => !post.preview_ids.includes(media.id))) throw refuse('forbidden')
  return buyWords(tx, ctx, fanId, post.author.id, it.id, Math.round(post.price * 100))
}

/** Another call of the same fan has bought the post while this one waited for the wallet. */
export class BoughtMeanwhile extends Error {}

async function buyWords(tx: Db, ctx: Services, fanId: string, authorId: string, postId: string, cents: number) {
  const deal = await readDeal(tx, ctx, fanId, authorId)
  const entryId = newId()
  // `text` says that the words were sold, and no media (`ledger:check`, question `purchased`).
  const sale = { kind: 'post', cents, object: { kind: 'text', id: postId }, entryId } as const
  const { left } = await charge(tx, ctx, deal, sale)
  const made = await tx.run(owning, [newId(), fanId, authorId, postId, cents, entryId, new Date(ctx.now())])
  if (made.length === 0) throw new BoughtMeanwhile('the post is bought already')
  const told = [
    await ctx.live.record(tx, [
      { userId: fanId, type: 'balance', payload: { coins: left / 100 } },
      { userId: fanId, type: 'media_unlocked', payload: { media_ids: [], session_id: null, by: fanId } },
    ]),
    await notify(tx, ctx, {
      userId: authorId,
      type: 'media_sold',
      actorId: fanId,
      object: { kind: 'post', id: postId },
      amountCents: cents,
    }),
  ]
  return {
    meta: { price_paid: cents / 100, charged: cents / 100, coins: left / 100 },
    afterCommit: runAll(told),
  }
}

async function opened(tx: Db, fanId: string, paid: number) {
  const coins = (await walletCents(tx, fanId)) / 100
  return { meta: { price_paid: paid / 100, charged: 0, coins }, afterCommit: () => undefined }
}

async function paidFor(tx: Db, fanId: string, postId: string): Promise<number> {
  const [row] = await tx.run<{ cents: number }>(paying, [fanId, postId])
  return row?.cents ?? 0
}

const paying: Statement = {
  name: 'post_paid',
  text: `select coalesce(sum(price_cents), 0)::int as cents from purchases
    where buyer_id = $1 and object_kind = 'post' and object_id = $2 and refunded_at is null`,
}
/** Asked after the wallet is locked: what another call has committed meanwhile is seen here. */
const owning: Statement = {
  name: 'post_own',
  text: `
    insert into purchases (id, buyer_id, creator_id, object_kind, object_id, price_cents, entry_id, created_at)
    select $1::uuid, $2::uuid, $3::uuid, 'post', $4::uuid, $5::int, $6::uuid, $7::timestamptz
    where not exists (select 1 from purchases b where b.buyer_id = $2::uuid and b.object_kind = 'post'
      and b.object_id = $4::uuid and b.refunded_at is null)
    returning id`,
}

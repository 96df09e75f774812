import { centsOf, coinsOf } from '../../../contract/coins.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { hasBoughtPost } from '../../platform/db/rules.ts'
import { int, statement, timestamptz, uuid } from '../../platform/db/statement.ts'
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
  if (it.expected_price !== undefined && centsOf(it.expected_price) !== centsOf(post.price))
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
  return buyWords(tx, ctx, fanId, post.author.id, it.id, centsOf(post.price))
}

/** Another call of the same fan has bought the post while this one waited for the wallet. */
export class BoughtMeanwhile extends Error {}

async function buyWords(tx: Db, ctx: Services, fanId: string, authorId: string, postId: string, cents: number) {
  const deal = await readDeal(tx, ctx, fanId, authorId)
  const entryId = newId()
  // `text` says that the words were sold, and no media (`ledger:check`, question `purchased`).
  const sale = { kind: 'post', cents, object: { kind: 'text', id: postId }, entryId } as const
  const { left } = await charge(tx, ctx, deal, sale)
  const made = await tx.run(insertPurchase, {
    id: newId(),
    fan: fanId,
    creator: authorId,
    post: postId,
    cents,
    entry: entryId,
    now: new Date(ctx.now()),
  })
  if (made.length === 0) throw new BoughtMeanwhile('the post is bought already')
  const told = [
    await ctx.live.record(tx, [
      { userId: fanId, type: 'balance', payload: { coins: coinsOf(left) } },
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
    meta: { price_paid: coinsOf(cents), charged: coinsOf(cents), coins: coinsOf(left) },
    afterCommit: runAll(told),
  }
}

async function opened(tx: Db, fanId: string, paid: number) {
  const coins = coinsOf(await walletCents(tx, fanId))
  return { meta: { price_paid: coinsOf(paid), charged: 0, coins }, afterCommit: () => undefined }
}

async function paidFor(tx: Db, fanId: string, postId: string): Promise<number> {
  const [row] = await tx.run(readPaid, { fan: fanId, post: postId })
  return row?.cents ?? 0
}

const readPaid = statement(
  'post_paid',
  { fan: uuid, post: uuid },
  { cents: int },
  ({ fan, post }) => `
    select coalesce(sum(price_cents), 0)::int as cents from purchases
    where buyer_id = ${fan} and object_kind = 'post' and object_id = ${post} and refunded_at is null`,
)

/** Runs after the wallet is locked, so that it sees what a concurrent call has committed. No row when the post is bought. */
const insertPurchase = statement(
  'post_own',
  { id: uuid, fan: uuid, creator: uuid, post: uuid, cents: int, entry: uuid, now: timestamptz },
  { id: uuid },
  ({ id, fan, creator, post, cents, entry, now }) => `
    insert into purchases (id, buyer_id, creator_id, object_kind, object_id, price_cents, entry_id, created_at)
    select ${id}, ${fan}, ${creator}, 'post', ${post}, ${cents}, ${entry}, ${now}
    where not ${hasBoughtPost(fan, post)}
    returning id`,
)

import { centsOf, coinsOf } from '../../../contract/coins.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { hasBoughtPost } from '../../platform/db/rules.ts'
import { int, statement, timestamptz, uuid } from '../../platform/db/statement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { runAll } from '../../platform/live/live.ts'
import type { Services } from '../../platform/services.ts'
import { unlock } from '../media/purchase.ts'
import { notify } from '../notifications/notify.ts'
import { charge, checkPriceSeen, getSaleTerms, walletCents } from '../wallet/sale.ts'
import { getPostForViewer } from './read.ts'

/**
 * Unlocks a post for a fan (product §12, §13). It costs nothing when they may view it. A post that sells media is bought
 * like those media (`media.unlock`); one that sells only its text is a purchase without media. The wallet's lock lets
 * one of several concurrent calls pay: the others throw `AlreadyBought` and find the post unlocked when tried again.
 */
export async function unlockPost(tx: Db, ctx: Services, fanId: string, input: { id: string; expected_price?: number }) {
  const post = await getPostForViewer(ctx, { id: fanId, acting: null }, input.id, tx)
  const paid = await paidCents(tx, fanId, input.id)
  if (post.access.allowed) return answerUnlocked(tx, fanId, paid)
  if (post.price === null) throw refuse('forbidden')
  checkPriceSeen(input.expected_price, [centsOf(post.price)])
  const locked = post.media.find((media) => media.locked)
  if (locked !== undefined) {
    const { answer, afterCommit } = await unlock(tx, ctx, fanId, {
      id: locked.id,
      expected_price: post.price,
      within: input.id,
    })
    return { meta: answer.meta, afterCommit }
  }
  // The fan owns all the media from elsewhere, but the text is not for them.
  if (post.media.some((media) => !post.preview_ids.includes(media.id))) throw refuse('forbidden')
  return buyText(tx, ctx, fanId, post.author.id, input.id, centsOf(post.price))
}

/** Another call of the same fan has bought the post while this one waited for the wallet. */
export class AlreadyBought extends Error {}

async function buyText(tx: Db, ctx: Services, fanId: string, authorId: string, postId: string, cents: number) {
  const terms = await getSaleTerms(tx, ctx, fanId, authorId)
  const entryId = newId()
  // The kind `text` marks a purchase without media (`ledger:check`, question `purchased`).
  const sale = { kind: 'post', cents, object: { kind: 'text', id: postId }, entryId } as const
  const { left } = await charge(tx, ctx, terms, sale)
  const inserted = await tx.run(insertPurchase, {
    id: newId(),
    fan: fanId,
    creator: authorId,
    post: postId,
    cents,
    entry: entryId,
    now: new Date(ctx.now()),
  })
  if (inserted.length === 0) throw new AlreadyBought('the post is bought already')
  const effects = [
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
    afterCommit: runAll(effects),
  }
}

async function answerUnlocked(tx: Db, fanId: string, paid: number) {
  const coins = coinsOf(await walletCents(tx, fanId))
  return { meta: { price_paid: coinsOf(paid), charged: 0, coins }, afterCommit: () => undefined }
}

async function paidCents(tx: Db, fanId: string, postId: string): Promise<number> {
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
    with bought as (
      insert into purchases (id, buyer_id, creator_id, object_kind, object_id, price_cents, entry_id, created_at)
      select ${id}, ${fan}, ${creator}, 'post', ${post}, ${cents}, ${entry}, ${now}
      where not ${hasBoughtPost(fan, post)}
      returning id, object_id
    ), counted as (
      update posts p set unlocks_count = p.unlocks_count + 1 from bought b where p.id = b.object_id
    )
    select id from bought`,
)

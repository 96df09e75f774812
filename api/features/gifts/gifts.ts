import { giftDays } from '../../../contract/limits.ts'
import { giftState } from '../../../contract/policy/gift.ts'
import type { Db, Statement } from '../../platform/db/db.ts'
import { blockBetween } from '../../platform/db/rules.ts'
import { newId } from '../../platform/db/ids.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { forEachAlone } from '../../platform/jobs/for-each.ts'
import { welcomeSubscriber } from '../chat/welcome.ts'
import { notify } from '../notifications/notify.ts'
import { newCode } from '../subscriptions/codes.ts'
import { follow } from '../users/follow.ts'
import { returnEscrow, releaseEscrow, holdInEscrow } from '../wallet/escrow.ts'
import { dealFacts, readDeal, walletCents } from '../wallet/sale.ts'
import { grantMonths } from './grant.ts'
import { runAll } from '../../platform/live/live.ts'

/**
 * Pays months of a creator's subscription for whoever opens the link; the coins wait in escrow. Refuses
 * `price_changed {price}` when the giver saw another price of a month, and `invalid_price` where it costs nothing.
 */
export async function give(tx: Db, ctx: Services, giverId: string, it: Giving) {
  const deal = await readDeal(tx, ctx, giverId, it.id)
  if (deal.priceCents === 0) throw refuse('invalid_price')
  if (it.expected_price !== undefined && Math.round(it.expected_price * 100) !== deal.priceCents)
    throw refuse('price_changed', { price: deal.priceCents / 100 })
  const [id, entryId, cents] = [newId(), newId(), deal.priceCents * it.months]
  await tx.run(making, [
    id,
    newCode(),
    giverId,
    it.id,
    cents,
    it.months,
    it.anonymous,
    it.message,
    entryId,
    new Date(ctx.now() + giftDays * 86_400_000),
    new Date(ctx.now()),
  ])
  const { left } = await holdInEscrow(tx, ctx, deal, { kind: 'gift', cents, object: { kind: 'gift', id }, entryId })
  const afterCommit = await ctx.live.record(tx, [{ userId: giverId, type: 'balance', payload: { coins: left / 100 } }])
  return { id, coins: left / 100, afterCommit }
}
export type Giving = { id: string; months: number; expected_price?: number; anonymous: boolean; message: string }

/**
 * Accepts a gift: the months begin, and the coins go to the creator as a sale. Of many who come at once the first has
 * it: `already_done` for the others, and the same answer again for the one. Refuses `gone` where it is over,
 * `own_thing` to giver and creator, `not_found` behind a block.
 */
export async function accept(tx: Db, ctx: Services, fanId: string, code: string) {
  const [gift] = await tx.run<GiftRow>(lockByCode, [code, fanId])
  if (gift === undefined || gift.is_hidden) throw refuse('not_found')
  if (gift.buyer_id === fanId || gift.creator_id === fanId) throw refuse('own_thing')
  const state = stateOf(gift, ctx.now())
  if (state === 'accepted') {
    if (gift.redeemed_by !== fanId) throw refuse('already_done')
    return { active_until: gift.covers_until ?? new Date(ctx.now()), afterCommit: () => undefined }
  }
  const deal = state === 'open' ? await dealFacts(tx, ctx, gift.buyer_id, gift.creator_id) : null
  if (deal === null || !deal.isCreator || deal.blocked) throw refuse('gone')
  const monthCents = Math.round(gift.price_cents / gift.months)
  const granted = await grantMonths(tx, ctx, { fanId, creatorId: gift.creator_id, months: gift.months, monthCents })
  await follow(tx, fanId, gift.creator_id)
  const object = { kind: 'subscription' as const, id: granted.subscriptionId }
  const { creator_id: creatorId, buyer_id: giverId, price_cents: cents } = gift
  const told = [
    await notify(tx, ctx, { userId: giverId, type: 'gift_accepted', actorId: fanId, object }),
    granted.isNew
      ? await notify(tx, ctx, { userId: creatorId, type: 'new_subscriber', actorId: fanId, object })
      : () => undefined,
    await notify(tx, ctx, { userId: creatorId, type: 'gift_sold', actorId: fanId, object, amountCents: cents }),
    await welcomeSubscriber(tx, ctx, { creatorId, fanId }),
  ]
  const paidEntryId = await releaseEscrow(tx, ctx, deal, { kind: 'gift', cents, object: { kind: 'gift', id: gift.id } })
  await tx.run(accepting, [gift.id, fanId, new Date(ctx.now()), paidEntryId, granted.from, granted.until])
  return { active_until: granted.until, afterCommit: runAll(told) }
}

/** Gives the coins of one's own open gift back. Asked again it answers the same; an accepted one is `already_done`. */
export async function withdrawGift(tx: Db, ctx: Services, giverId: string, id: string) {
  const [gift] = await tx.run<GiftRow>(lockById, [id])
  if (gift === undefined || gift.buyer_id !== giverId) throw refuse('not_found')
  if (gift.redeemed_at !== null) throw refuse('already_done')
  if (gift.refunded_at !== null) return { coins: (await walletCents(tx, giverId)) / 100, afterCommit: () => undefined }
  return goBack(tx, ctx, gift, 'taken_back')
}

/** Gives back what nobody accepted in time (a job). Safe on many nodes: each gift is its own transaction. */
export async function returnExpiredGifts(ctx: Services): Promise<number> {
  const due = await ctx.db.run<{ id: string }>(dueNow, [new Date(ctx.now())])
  return forEachAlone(due, async ({ id }) => {
    const afterCommit = await ctx.db.transact(async (tx) => {
      const [gift] = await tx.run<GiftRow>(lockById, [id])
      if (gift === undefined || stateOf(gift, ctx.now()) !== 'expired') return null
      const back = await goBack(tx, ctx, gift, 'expired')
      const about = { userId: gift.buyer_id, actorId: gift.creator_id, amountCents: gift.price_cents }
      const noted = await notify(tx, ctx, { ...about, type: 'gift_returned', object: { kind: 'gift', id } })
      return runAll([back.afterCommit, noted])
    })
    afterCommit?.()
    return afterCommit !== null
  })
}

async function goBack(tx: Db, ctx: Services, gift: GiftRow, reason: 'taken_back' | 'expired') {
  await tx.run(returning, [gift.id, new Date(ctx.now()), reason])
  const left = await returnEscrow(tx, ctx, {
    kind: 'gift',
    cents: gift.price_cents,
    object: { kind: 'gift', id: gift.id },
    fanId: gift.buyer_id,
    creatorId: gift.creator_id,
    entryId: gift.entry_id,
    reason,
  })
  const afterCommit = await ctx.live.record(tx, [
    { userId: gift.buyer_id, type: 'balance', payload: { coins: left / 100 } },
  ])
  return { coins: left / 100, afterCommit }
}

export const stateOf = (gift: GiftRow, now: number) =>
  giftState({
    isAccepted: gift.redeemed_at !== null,
    isReturned: gift.refunded_at !== null,
    expiresAt: gift.expires_at.getTime(),
    now,
  })

export type GiftRow = {
  id: string
  code: string
  buyer_id: string
  creator_id: string
  price_cents: number
  months: number
  anonymous: boolean
  message: string
  entry_id: string
  redeemed_by: string | null
  redeemed_at: Date | null
  covers_until: Date | null
  expires_at: Date
  refunded_at: Date | null
  refund_reason: 'taken_back' | 'expired' | 'refunded' | null
  created_at: Date
  /** A block stands between the viewer and one of the people in it. */
  is_hidden: boolean
}

export const giftColumns = `g.id, g.code, g.buyer_id, g.creator_id, g.price_cents, g.months, g.anonymous, g.message, g.entry_id,
  g.redeemed_by, g.redeemed_at, g.covers_until, g.expires_at, g.refunded_at, g.refund_reason, g.created_at`
/** SQL for whether a block stands between `$2` and giver or creator. */
export const hiddenGift = `(${blockBetween('$2::uuid', 'g.buyer_id')} or ${blockBetween('$2::uuid', 'g.creator_id')})`
const making: Statement = {
  name: 'gift_make',
  text: `insert into gifts (id, code, buyer_id, creator_id, price_cents, months, anonymous, message, entry_id, expires_at, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
}
const lockByCode: Statement = {
  name: 'gift_lock_by_code',
  text: `select ${giftColumns}, ${hiddenGift} as is_hidden from gifts g where g.code = $1 for update`,
}
const lockById: Statement = {
  name: 'gift_lock_by_id',
  text: `select ${giftColumns}, false as is_hidden from gifts g where g.id = $1 for update`,
}
const accepting: Statement = {
  name: 'gift_accept',
  text: `update gifts set redeemed_by = $2, redeemed_at = $3, paid_entry_id = $4, covers_from = $5, covers_until = $6 where id = $1`,
}
const returning: Statement = {
  name: 'gift_return',
  text: `update gifts set refunded_at = $2, refund_reason = $3 where id = $1`,
}
const dueNow: Statement = {
  name: 'gifts_due',
  text: `select id from gifts where redeemed_at is null and refunded_at is null and expires_at <= $1 order by expires_at limit 500`,
}

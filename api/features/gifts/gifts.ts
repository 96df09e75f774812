import { coinsOf } from '../../../contract/coins.ts'
import { giftDays } from '../../../contract/limits.ts'
import { giftState } from '../../../contract/policy/gift.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { forEachIndependently } from '../../platform/jobs/for-each.ts'
import { runAll } from '../../platform/live/live.ts'
import type { Services } from '../../platform/services.ts'
import { welcomeSubscriber } from '../automation/run.ts'
import { notify } from '../notifications/notify.ts'
import { newCode } from '../subscriptions/codes.ts'
import { follow } from '../users/follow.ts'
import { holdInEscrow, releaseEscrow, returnEscrow } from '../wallet/escrow.ts'
import { checkPriceSeen, findSaleTerms, getSaleTerms, walletCents } from '../wallet/sale.ts'
import { grantMonths } from './grant.ts'
import {
  acceptGift,
  expiredGifts,
  type GiftRow,
  insertGift,
  lockGift,
  lockGiftByCode,
  markGiftReturned,
} from './statements.ts'

/**
 * Pays months of a creator's subscription for the fan who opens the link; the coins wait in escrow. Refuses
 * `price_changed {price}` when the giver saw another price of a month, and `invalid_price` where it costs nothing.
 */
export async function give(tx: Db, ctx: Services, giverId: string, input: Giving) {
  const terms = await getSaleTerms(tx, ctx, giverId, input.id)
  if (terms.priceCents === 0) throw refuse('invalid_price')
  checkPriceSeen(input.expected_price, [terms.priceCents])
  const [id, entryId, cents] = [newId(), newId(), terms.priceCents * input.months]
  await tx.run(insertGift, {
    id,
    code: newCode(),
    giver: giverId,
    creator: input.id,
    cents,
    months: input.months,
    anonymous: input.anonymous,
    message: input.message,
    entry: entryId,
    expiresAt: new Date(ctx.now() + giftDays * 86_400_000),
    now: new Date(ctx.now()),
  })
  const { left } = await holdInEscrow(tx, ctx, terms, { kind: 'gift', cents, object: { kind: 'gift', id }, entryId })
  const afterCommit = await ctx.live.record(tx, [
    { userId: giverId, type: 'balance', payload: { coins: coinsOf(left) } },
  ])
  return { id, coins: coinsOf(left), afterCommit }
}
export type Giving = { id: string; months: number; expected_price?: number; anonymous: boolean; message: string }

/**
 * Accepts a gift: the months begin, and the coins go to the creator as a sale. Of fans who accept at the same time the
 * first gets it: `already_done` for the others, and the same answer again for the first. Refuses `gone` where it is over,
 * `own_thing` to giver and creator, `not_found` behind a block.
 */
export async function accept(tx: Db, ctx: Services, fanId: string, code: string) {
  const [gift] = await tx.run(lockGiftByCode, { code, viewer: fanId })
  if (gift === undefined || gift.is_hidden) throw refuse('not_found')
  if (gift.buyer_id === fanId || gift.creator_id === fanId) throw refuse('own_thing')
  const state = stateOf(gift, ctx.now())
  if (state === 'accepted') {
    if (gift.redeemed_by !== fanId) throw refuse('already_done')
    return { active_until: gift.covers_until ?? new Date(ctx.now()), afterCommit: () => undefined }
  }
  // Locks the fan's row too, before the subscription: an account that is being closed gets none.
  if ((await findSaleTerms(tx, ctx, fanId, gift.creator_id))?.isFanGone) throw refuse('unauthorised')
  const terms = state === 'open' ? await findSaleTerms(tx, ctx, gift.buyer_id, gift.creator_id) : null
  if (terms === null || !terms.isCreator || terms.blocked) throw refuse('gone')
  const monthCents = Math.round(gift.price_cents / gift.months)
  const granted = await grantMonths(tx, ctx, { fanId, creatorId: gift.creator_id, months: gift.months, monthCents })
  await follow(tx, fanId, gift.creator_id)
  const object = { kind: 'subscription' as const, id: granted.subscriptionId }
  const { creator_id: creatorId, buyer_id: giverId, price_cents: cents } = gift
  const effects = [
    await notify(tx, ctx, { userId: giverId, type: 'gift_accepted', actorId: fanId, object }),
    granted.isNew
      ? await notify(tx, ctx, { userId: creatorId, type: 'new_subscriber', actorId: fanId, object })
      : () => undefined,
    await notify(tx, ctx, { userId: creatorId, type: 'gift_sold', actorId: fanId, object, amountCents: cents }),
  ]
  await welcomeSubscriber(tx, ctx, creatorId)
  const paidEntryId = await releaseEscrow(tx, ctx, terms, {
    kind: 'gift',
    cents,
    object: { kind: 'gift', id: gift.id },
  })
  await tx.run(acceptGift, {
    id: gift.id,
    fan: fanId,
    now: new Date(ctx.now()),
    paidEntry: paidEntryId,
    from: granted.from,
    until: granted.until,
  })
  return { active_until: granted.until, afterCommit: runAll(effects) }
}

/** Returns the coins of the giver's own open gift. Calling again answers the same; refuses `already_done` once accepted. */
export async function withdrawGift(tx: Db, ctx: Services, giverId: string, id: string) {
  const [gift] = await tx.run(lockGift, { id })
  if (gift === undefined || gift.buyer_id !== giverId) throw refuse('not_found')
  if (gift.redeemed_at !== null) throw refuse('already_done')
  if (gift.refunded_at !== null) return { coins: coinsOf(await walletCents(tx, giverId)), afterCommit: () => undefined }
  return returnGift(tx, ctx, gift, 'taken_back')
}

/** Returns the coins of gifts that were not accepted in time (a job). Safe on many nodes: each gift is its own transaction. */
export async function returnExpiredGifts(ctx: Services): Promise<number> {
  const due = await ctx.db.run(expiredGifts, { now: new Date(ctx.now()) })
  return forEachIndependently(due, async ({ id }) => {
    const afterCommit = await ctx.db.transact(async (tx) => {
      const [gift] = await tx.run(lockGift, { id })
      if (gift === undefined || stateOf(gift, ctx.now()) !== 'expired') return null
      const back = await returnGift(tx, ctx, gift, 'expired')
      const about = { userId: gift.buyer_id, actorId: gift.creator_id, amountCents: gift.price_cents }
      const notified = await notify(tx, ctx, { ...about, type: 'gift_returned', object: { kind: 'gift', id } })
      return runAll([back.afterCommit, notified])
    })
    afterCommit?.()
    return afterCommit !== null
  })
}

async function returnGift(tx: Db, ctx: Services, gift: GiftRow, reason: 'taken_back' | 'expired') {
  await tx.run(markGiftReturned, { id: gift.id, now: new Date(ctx.now()), reason })
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
    { userId: gift.buyer_id, type: 'balance', payload: { coins: coinsOf(left) } },
  ])
  return { coins: coinsOf(left), afterCommit }
}

export const stateOf = (gift: GiftRow, now: number) =>
  giftState({
    isAccepted: gift.redeemed_at !== null,
    isReturned: gift.refunded_at !== null,
    expiresAt: gift.expires_at.getTime(),
    now,
  })

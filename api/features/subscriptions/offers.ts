import { coinsOf } from '../../../contract/coins.ts'
import { mayTakeOffer, offerPrice } from '../../../contract/policy/offer.ts'
import type { Offer, SeenOffer } from '../../../contract/subscriptions.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { newCode } from './codes.ts'
import {
  insertOffer,
  lockOffer,
  moveEndOfOffer,
  type OfferRow,
  offerByCode,
  offersOfCreator,
  ownOffer,
  redeemOffer,
  revokeOfferOf,
  setOfferListed,
} from './offer-statements.ts'
import type { SubscriptionRow } from './statements.ts'

/** What a fan gets by an offer: the first charge, and the change of the subscription. */
export type RedeemedOffer = { cents: number; change: Partial<SubscriptionRow> }

/**
 * Takes an offer of this creator for a fan, once, as part of the caller's transaction. Refuses `not_found` for a link
 * of another creator or none, `gone` when it is over or used up, `already_done` for a fan who has used it or has been a
 * subscriber before.
 */
export async function takeOffer(
  tx: Db,
  ctx: Services,
  input: { code: string; fanId: string; creatorId: string; priceCents: number },
): Promise<RedeemedOffer> {
  const now = ctx.now()
  const [link] = await tx.run(lockOffer, { code: input.code })
  if (link === undefined || link.creator_id !== input.creatorId) throw refuse('not_found')
  if (!isOpen(link, now)) throw refuse('gone')
  const redeemed = await tx.run(redeemOffer, {
    offer: link.id,
    fan: input.fanId,
    creator: input.creatorId,
    now: new Date(now),
  })
  if (redeemed.length === 0) throw refuse('already_done')
  if (link.kind === 'trial') {
    const until = new Date(now + (link.days ?? 0) * 86_400_000)
    // The first month is paid when the trial ends; until then it can be cancelled at no cost.
    return {
      cents: 0,
      change: { price_cents: input.priceCents, started_at: until, active_until: until, renews_at: until },
    }
  }
  const cents = offerPrice(link, input.priceCents)
  return {
    cents,
    change: { price_cents: cents, full_price_cents: input.priceCents, discounted_months: (link.months ?? 1) - 1 },
  }
}

export async function makeOffer(tx: Db, ctx: Services, creatorId: string, input: NewOffer): Promise<Offer> {
  const isTrial = input.kind === 'trial'
  if (isTrial ? input.days === undefined : input.percent === undefined || input.months === undefined)
    throw refuse('invalid_input')
  const lifeMs = input.expires_in_days === undefined ? null : input.expires_in_days * 86_400_000
  const [row] = await tx.run(insertOffer, {
    id: newId(),
    creator: creatorId,
    code: newCode(),
    kind: input.kind,
    days: isTrial ? (input.days ?? null) : null,
    percent: isTrial ? null : (input.percent ?? null),
    months: isTrial ? null : (input.months ?? null),
    maxUses: input.max_uses ?? null,
    expiresAt: lifeMs === null ? null : new Date(ctx.now() + lifeMs),
    now: new Date(ctx.now()),
  })
  if (row === undefined) throw new Error('an insert returned no offer')
  return presentOffer(ctx, row)
}
type NewOffer = {
  kind: 'trial' | 'discount'
  days?: number
  percent?: number
  months?: number
  max_uses?: number
  expires_in_days?: number
}

export async function readOffers(ctx: Services, creatorId: string): Promise<Offer[]> {
  return (await ctx.db.run(offersOfCreator, { creator: creatorId })).map((row) => presentOffer(ctx, row))
}

/** Shows a trial to everyone, or no more; refuses `not_found` for what is no open trial of this creator. */
export async function updateOffer(tx: Db, ctx: Services, creatorId: string, input: { id: string; listed: boolean }) {
  const [row] = await tx.run(setOfferListed, { ...input, creator: creatorId })
  if (row === undefined) throw refuse('not_found')
  return presentOffer(ctx, row)
}

/** Lets a link end at another time. Refuses `time_passed`, and `not_planned` for one that is over or was moved by another. */
export async function moveOffer(
  tx: Db,
  creator: string,
  { id, expires_at: at, moved_from: from }: { id: string; expires_at: string; moved_from: string },
  now: number,
): Promise<void> {
  const to = new Date(at)
  if (to.getTime() <= now) throw refuse('time_passed')
  const moved = await tx.run(moveEndOfOffer, { id, creator, now: new Date(now), from: new Date(from), to })
  if (moved.length === 0)
    throw refuse((await tx.run(ownOffer, { id, creator })).length > 0 ? 'not_planned' : 'not_found')
}

export async function revokeOffer(tx: Db, creatorId: string, id: string, now: number): Promise<void> {
  const revoked = await tx.run(revokeOfferOf, { id, creator: creatorId, now: new Date(now) })
  if (revoked.length === 0) throw refuse('not_found')
}

/** An offer as the visitor of its link sees it; refuses `not_found` behind a block and without its creator. */
export async function getSeenOffer(ctx: Services, viewer: Viewer | null, code: string): Promise<SeenOffer> {
  const [row] = await ctx.db.run(offerByCode, { code, viewer: viewer?.id ?? null })
  if (row === undefined || row.blocked) throw refuse('not_found')
  return {
    code: row.code,
    creator_id: row.creator_id,
    kind: row.kind,
    days: row.days,
    percent: row.percent,
    months: row.months,
    left: row.max_uses === null ? null : Math.max(0, row.max_uses - row.uses),
    expires_at: row.expires_at?.toISOString() ?? null,
    price: coinsOf(row.price_cents),
    first_price: coinsOf(offerPrice(row, row.price_cents)),
    taking: mayTakeOffer({
      isOpen: isOpen(row, ctx.now()),
      isFree: row.price_cents === 0,
      isOwn: row.creator_id === viewer?.id,
      // An operator sees no more of the creator's own subscriptions than a visitor does (product §35).
      isKnown: row.known && viewer?.acting === null,
    }),
  }
}

const isOpen = (row: OfferRow, now: number): boolean =>
  row.revoked_at === null &&
  (row.expires_at === null || row.expires_at.getTime() > now) &&
  (row.max_uses === null || row.uses < row.max_uses)

const presentOffer = (ctx: Services, row: OfferRow): Offer => ({
  id: row.id,
  code: row.code,
  link: `${ctx.env.PUBLIC_ORIGIN}/@${row.username}?offer=${row.code}`,
  kind: row.kind,
  days: row.days,
  percent: row.percent,
  months: row.months,
  uses: row.uses,
  max_uses: row.max_uses,
  expires_at: row.expires_at?.toISOString() ?? null,
  open: isOpen(row, ctx.now()),
  listed: row.is_listed,
})

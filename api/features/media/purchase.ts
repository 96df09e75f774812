import { coinsOf } from '../../../contract/coins.ts'
import type { Media } from '../../../contract/media.ts'
import { type Db, violated } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { type Batched, batched } from '../../platform/db/batch.ts'
import { RefusalError, refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { unwrapMovement, moveAll, type Moved, type Movement } from '../wallet/ledger.ts'
import type { IdempotencyRecord } from '../wallet/idempotency.ts'
import { type Deal, enforceSpendingLimit, movementOf, referralSince, toDeal, walletCents } from '../wallet/sale.ts'
import { publishNotification, type NewNotification } from '../notifications/notify.ts'
import { bestOffer, costOf, type MediaForSale, type Wanted } from './offer.ts'
import { buyMedia, type Holder, readForPurchase } from './statements.ts'
import { presentMedia } from './views.ts'

/**
 * Opens a media for a fan (product §13). What is theirs already, free, or let in by their relation costs nothing; else
 * the post or message that sells it (the one they are in, where they say so: `within`) is bought whole, less the share of
 * what they own of it. One statement takes the coins, writes the entitlements, whose unique key lets no crowd of calls
 * pay twice, and keeps the answer under the call's key. Where another call of this fan may have come first
 * (`mayBeRaced`), it is asked again and finds it theirs.
 */
export async function unlock(
  tx: Db,
  ctx: Services,
  fanId: string,
  it: Wanted,
  idempotency: IdempotencyRecord | null = null,
): Promise<Unlocked> {
  const asked = { fanId, mediaId: it.id }
  const row = tx === ctx.db ? await batched(ctx, mediaForSale, asked) : (await readForSale(tx, ctx, [asked]))[0]
  if (row === undefined) throw refuse('not_found')
  if (row.paid_cents !== null) return alreadyOpen(tx, ctx, fanId, row, row.paid_cents, 0)
  const offer = bestOffer(row, fanId, it)
  if (offer === 'free') return alreadyOpen(tx, ctx, fanId, row, 0, 0)
  if (!row.is_creator) throw refuse('not_creator')
  return buy(tx, ctx, fanId, row, offer, idempotency)
}

async function readForSale(db: Db, ctx: Services, asked: readonly Asked[]): Promise<(MediaForSale | undefined)[]> {
  const now = new Date(ctx.now())
  const wanted = asked.map((it) => ({ fan_id: it.fanId, media_id: it.mediaId }))
  const rows = await db.run(readForPurchase, { wanted, now, ...referralSince(now.getTime()) })
  const byNumber = new Map(rows.map((row) => [row.n, row]))
  return asked.map((_, at) => byNumber.get(at + 1))
}
type Asked = { fanId: string; mediaId: string }

/** Outside of a transaction, fans who ask at the same moment share the round trip. */
const mediaForSale: Batched<Asked, MediaForSale | undefined> = {
  run: (ctx, asked) => readForSale(ctx.db, ctx, asked),
}

/** Whether another call of the same fan may have bought the media meanwhile, or spent the coins on it that now lack. */
export function isRetryableRace(error: unknown): boolean {
  if (error instanceof RefusalError) return error.code === 'insufficient_coins' || error.code === 'spending_limit'
  return violated(error) === 'entitlements_user_id_media_id_pk'
}

export type Unlocked = {
  answer: { media: Media; meta: { price_paid: number; charged: number; coins: number } }
  afterCommit: () => void
  /** The answer stands under the key of the call already. */
  kept: boolean
}

async function buy(
  tx: Db,
  ctx: Services,
  fanId: string,
  row: MediaForSale,
  offer: Holder,
  idempotency: IdempotencyRecord | null,
): Promise<Unlocked> {
  const cents = costOf(offer)
  const kind = offer.kind === 'post' ? 'post' : 'unlock'
  const [entryId, purchaseId, notificationId] = [newId(), newId(), newId()]
  const events = { balance: newId(), fan: newId(), creator: newId(), notified: newId() }
  const unlocked = { media_ids: offer.sold, session_id: offer.session_id, by: fanId }
  const sold: NewNotification = {
    userId: row.owner_id,
    type: 'media_sold',
    actorId: fanId,
    object: { kind: offer.kind, id: offer.id },
    amountCents: cents,
  }
  const deal = toDeal(fanId, row.owner_id, row)
  const movement = movementOf(ctx, deal, { kind, cents, object: { kind: offer.kind, id: offer.id }, entryId })
  const answer = {
    media: presentUnlocked(ctx, fanId, row, cents),
    meta: { price_paid: coinsOf(cents), charged: coinsOf(cents), coins: 0 },
  }
  const bought = {
    movement,
    cents,
    mediaIds: offer.sold,
    unlocked,
    purchaseId,
    notificationId,
    events,
    idempotency,
    answer,
  }
  const moved = await pay(tx, ctx, deal, bought)
  const left = moved.balanceOf(fanId, 'wallet')
  return {
    answer: { ...answer, meta: { ...answer.meta, coins: coinsOf(left) } },
    kept: idempotency !== null,
    afterCommit: () => {
      ctx.live.publish({ id: events.balance, userId: fanId, type: 'balance', payload: { coins: coinsOf(left) } })
      ctx.live.publish({ id: events.fan, userId: fanId, type: 'media_unlocked', payload: unlocked })
      ctx.live.publish({ id: events.creator, userId: row.owner_id, type: 'media_unlocked', payload: unlocked })
      if (row.owner_is_told)
        publishNotification(ctx, sold, {
          id: notificationId,
          eventId: events.notified,
          hasBrowser: row.owner_has_browser,
        })
    },
  }
}

async function pay(tx: Db, ctx: Services, deal: Deal, bought: Bought): Promise<Moved> {
  // A limit is looked at after the movement, which then has to be taken back.
  if (deal.limitCents !== null) {
    return tx.transact(async (it) => {
      const [outcome] = await buyAll(it, [bought])
      await enforceSpendingLimit(it, ctx, deal)
      return unwrapMovement(outcome)
    })
  }
  const outcome = tx === ctx.db ? await batched(ctx, purchases, bought) : undefined
  return unwrapMovement(outcome ?? (await buyAll(tx, [bought]))[0])
}

/** Outside of a transaction, fans who buy at the same moment share the statement; each pays or not for themselves. */
const purchases: Batched<Bought, Moved | Error | undefined> = {
  run: (ctx, all) => buyAll(ctx.db, all),
  key: (it) => it.movement.userId ?? '',
}

function buyAll(tx: Db, all: readonly Bought[]): Promise<(Moved | Error | undefined)[]> {
  const things = all.map((it, at) => ({
    n: at + 1,
    purchase_id: it.purchaseId,
    cents: it.cents,
    media_ids: it.mediaIds,
    notification_id: it.notificationId,
    balance_event: it.events.balance,
    fan_event: it.events.fan,
    creator_event: it.events.creator,
    notified_event: it.events.notified,
    unlocked: it.unlocked,
    key: it.idempotency?.key ?? null,
    fingerprint: it.idempotency?.fingerprint ?? null,
    answer: it.answer,
  }))
  return moveAll(
    tx,
    all.map((it) => it.movement),
    (movement) => tx.run(buyMedia, { ...movement, things }),
  )
}
type Bought = {
  movement: Movement
  cents: number
  mediaIds: string[]
  /** What both sides are told. */
  unlocked: { media_ids: string[]; session_id: string | null; by: string }
  purchaseId: string
  notificationId: string
  events: { balance: string; fan: string; creator: string; notified: string }
  /** Kept under the key, with the coins that are left then. */
  idempotency: IdempotencyRecord | null
  answer: Unlocked['answer']
}

async function alreadyOpen(
  tx: Db,
  ctx: Services,
  fanId: string,
  row: MediaForSale,
  paidCents: number,
  chargedCents: number,
): Promise<Unlocked> {
  const coins = coinsOf(await walletCents(tx, fanId))
  return {
    answer: {
      media: presentUnlocked(ctx, fanId, row, paidCents),
      meta: { price_paid: coinsOf(paidCents), charged: coinsOf(chargedCents), coins },
    },
    afterCommit: () => undefined,
    kept: false,
  }
}

const presentUnlocked = (ctx: Services, fanId: string, row: MediaForSale, cents: number): Media =>
  presentMedia(ctx, row, { allowed: true, priceCents: cents === 0 ? null : cents, viewerId: fanId })

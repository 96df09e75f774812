import { coinsOf } from '../../../contract/coins.ts'
import type { Media } from '../../../contract/media.ts'
import { type Batched, batched } from '../../platform/db/batch.ts'
import { type Db, violated } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { RefusalError, refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { type NewNotification, publishNotification } from '../notifications/notify.ts'
import type { IdempotencyRecord } from '../wallet/idempotency.ts'
import { type Moved, type Movement, moveAll, unwrapMovement } from '../wallet/ledger.ts'
import {
  enforceSpendingLimit,
  movementOf,
  referralSince,
  type SaleTerms,
  toSaleTerms,
  walletCents,
} from '../wallet/sale.ts'
import { bestOffer, costOf, type MediaForSale, type UnlockInput } from './offer.ts'
import { buyMedia, type Holder, readForPurchase } from './statements.ts'
import { presentMedia } from './views.ts'

/**
 * Unlocks a media for a fan (product §13). It costs nothing when they own it or may view it anyway; else they buy the
 * whole post or message that sells it (`bestOffer`), less the share of the media in it that they own. One statement
 * takes the coins, writes the entitlements, whose unique key prevents paying twice, and stores the answer under the
 * call's idempotency key. After an error for which `isRetryableRace` holds, a second call finds the media unlocked.
 */
export async function unlock(
  tx: Db,
  ctx: Services,
  fanId: string,
  input: UnlockInput,
  idempotency: IdempotencyRecord | null = null,
): Promise<Unlocked> {
  const key = { fanId, mediaId: input.id }
  const row = tx === ctx.db ? await batched(ctx, mediaForSale, key) : (await readForSale(tx, ctx, [key]))[0]
  if (row === undefined) throw refuse('not_found')
  if (row.paid_cents !== null) return answerUnlocked(tx, ctx, fanId, row, row.paid_cents, 0)
  const offer = bestOffer(row, fanId, input)
  if (offer === 'free') return answerUnlocked(tx, ctx, fanId, row, 0, 0)
  if (!row.is_creator) throw refuse('not_creator')
  return buy(tx, ctx, fanId, row, offer, idempotency)
}

async function readForSale(db: Db, ctx: Services, keys: readonly SaleKey[]): Promise<(MediaForSale | undefined)[]> {
  const now = new Date(ctx.now())
  const wanted = keys.map((it) => ({ fan_id: it.fanId, media_id: it.mediaId }))
  const rows = await db.run(readForPurchase, { wanted, now, ...referralSince(now.getTime()) })
  const byNumber = new Map(rows.map((row) => [row.n, row]))
  return keys.map((_, at) => byNumber.get(at + 1))
}
type SaleKey = { fanId: string; mediaId: string }

/** Outside of a transaction, concurrent calls share one statement. */
const mediaForSale: Batched<SaleKey, MediaForSale | undefined> = {
  run: (ctx, keys) => readForSale(ctx.db, ctx, keys),
}

/** Whether the error may come from a concurrent call of the same fan that bought the media or spent the coins first. */
export function isRetryableRace(error: unknown): boolean {
  if (error instanceof RefusalError) return error.code === 'insufficient_coins' || error.code === 'spending_limit'
  return violated(error) === 'entitlements_user_id_media_id_pk'
}

export type Unlocked = {
  answer: { media: Media; meta: { price_paid: number; charged: number; coins: number } }
  afterCommit: () => void
  /** The statement has stored the answer under the call's idempotency key. */
  isAnswerStored: boolean
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
  const terms = toSaleTerms(fanId, row.owner_id, row)
  const movement = movementOf(ctx, terms, { kind, cents, object: { kind: offer.kind, id: offer.id }, entryId })
  const answer = {
    media: presentUnlocked(ctx, fanId, row, cents),
    meta: { price_paid: coinsOf(cents), charged: coinsOf(cents), coins: 0 },
  }
  const purchase: Purchase = {
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
  const moved = await pay(tx, ctx, terms, purchase)
  const left = moved.balanceOf(fanId, 'wallet')
  return {
    answer: { ...answer, meta: { ...answer.meta, coins: coinsOf(left) } },
    isAnswerStored: idempotency !== null,
    afterCommit: () => {
      ctx.live.publish({ id: events.balance, userId: fanId, type: 'balance', payload: { coins: coinsOf(left) } })
      ctx.live.publish({ id: events.fan, userId: fanId, type: 'media_unlocked', payload: unlocked })
      ctx.live.publish({ id: events.creator, userId: row.owner_id, type: 'media_unlocked', payload: unlocked })
      if (row.owner_wants_notification)
        publishNotification(ctx, sold, {
          id: notificationId,
          eventId: events.notified,
          hasBrowser: row.owner_has_browser,
        })
    },
  }
}

async function pay(tx: Db, ctx: Services, terms: SaleTerms, purchase: Purchase): Promise<Moved> {
  // The limit is checked after the movement, so a refusal has to roll the movement back.
  if (terms.limitCents !== null) {
    return tx.transact(async (nested) => {
      const [outcome] = await buyAll(nested, [purchase])
      await enforceSpendingLimit(nested, ctx, terms)
      return unwrapMovement(outcome)
    })
  }
  const outcome = tx === ctx.db ? await batched(ctx, purchaseBatch, purchase) : undefined
  return unwrapMovement(outcome ?? (await buyAll(tx, [purchase]))[0])
}

/** Outside of a transaction, concurrent purchases share one statement; each succeeds or fails for itself. */
const purchaseBatch: Batched<Purchase, Moved | Error | undefined> = {
  run: (ctx, all) => buyAll(ctx.db, all),
  key: (purchase) => purchase.movement.userId ?? '',
}

function buyAll(tx: Db, all: readonly Purchase[]): Promise<(Moved | Error | undefined)[]> {
  const purchases = all.map((purchase, at) => ({
    n: at + 1,
    purchase_id: purchase.purchaseId,
    cents: purchase.cents,
    media_ids: purchase.mediaIds,
    notification_id: purchase.notificationId,
    balance_event: purchase.events.balance,
    fan_event: purchase.events.fan,
    creator_event: purchase.events.creator,
    notified_event: purchase.events.notified,
    unlocked: purchase.unlocked,
    key: purchase.idempotency?.key ?? null,
    fingerprint: purchase.idempotency?.fingerprint ?? null,
    answer: purchase.answer,
  }))
  return moveAll(
    tx,
    all.map((it) => it.movement),
    (movement) => tx.run(buyMedia, { ...movement, purchases }),
  )
}
type Purchase = {
  movement: Movement
  cents: number
  mediaIds: string[]
  /** The payload of the event for both sides. */
  unlocked: { media_ids: string[]; session_id: string | null; by: string }
  purchaseId: string
  notificationId: string
  events: { balance: string; fan: string; creator: string; notified: string }
  idempotency: IdempotencyRecord | null
  /** Stored under the idempotency key, with the coins that are left. */
  answer: Unlocked['answer']
}

async function answerUnlocked(
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
    isAnswerStored: false,
  }
}

const presentUnlocked = (ctx: Services, fanId: string, row: MediaForSale, cents: number): Media =>
  presentMedia(ctx, row, { allowed: true, priceCents: cents === 0 ? null : cents, viewerId: fanId })

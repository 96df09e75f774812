import { type EntryKind, type Leg, move } from '../../api/features/wallet/ledger.ts'
import type { Db } from '../../api/platform/db/db.ts'
import { entitlements, purchases } from '../../api/platform/db/schema/media.ts'
import { payoutMethods, payouts } from '../../api/platform/db/schema/payouts.ts'
import { paidRequests } from '../../api/platform/db/schema/requests.ts'
import { gifts } from '../../api/platform/db/schema/subscriptions.ts'
import { idempotencyKeys, platformId, topups } from '../../api/platform/db/schema/wallet.ts'
import { far, privateId, privateText } from './bystander-marks.ts'

type Parties = { fan: string; creator: string; mediaId: string; messageId: string }

/** A fan who has paid a creator in every way, and a creator who was paid out; the ledger holds. */
export async function addMoney(db: Db, { fan, creator, mediaId, messageId }: Parties) {
  const text = privateText
  const pay = async (kind: EntryKind, id: string, legs: Leg[]) => {
    const entryId = privateId()
    const object = { kind: kind === 'unlock' ? 'media' : kind, id }
    const counterpartyId = kind === 'topup' || kind === 'payout' ? null : creator
    const userId = kind === 'payout' ? creator : fan
    await move(db, { kind, userId, counterpartyId, object, legs, entryId, now: Date.now() })
    return entryId
  }
  const wallet = (cents: number): Leg => ({ owner: fan, account: 'wallet', cents })
  const escrow = (cents: number): Leg => ({ owner: fan, account: 'escrow', cents })

  const topupId = privateId()
  await pay('topup', topupId, [{ owner: platformId, account: 'provider', cents: -10_000 }, wallet(10_000)])
  const settled = { status: 'paid' as const, creditedCents: 10_000, settledAt: new Date() }
  await db
    .insert(topups)
    .values({ ...settled, id: topupId, userId: fan, amountCents: 10_000, provider: 'sandbox', providerRef: text })

  const purchaseId = privateId()
  const bought = {
    buyerId: fan,
    creatorId: creator,
    objectKind: 'media' as const,
    objectId: mediaId,
    priceCents: 5_000,
  }
  const unlocked = await pay('unlock', mediaId, [
    wallet(-5_000),
    { owner: creator, account: 'available', cents: 4_000 },
    { owner: platformId, account: 'fee', cents: 1_000 },
  ])
  await db.insert(purchases).values({ ...bought, id: purchaseId, entryId: unlocked })
  await db.insert(entitlements).values({ userId: fan, mediaId, purchaseId })

  const giftId = privateId()
  const held = { creatorId: creator, priceCents: 700 }
  const given = await pay('gift', giftId, [wallet(-700), escrow(700)])
  await db
    .insert(gifts)
    .values({ ...held, id: giftId, code: giftId, buyerId: fan, message: text, entryId: given, expiresAt: far })
  const requestId = privateId()
  const asked = await pay('request', requestId, [wallet(-700), escrow(700)])
  await db.insert(paidRequests).values({ ...held, id: requestId, fanId: fan, messageId, entryId: asked, dueAt: far })

  const payoutId = privateId()
  const methodId = privateId()
  const paidOut = await pay('payout', payoutId, [
    { owner: creator, account: 'available', cents: -3_000 },
    { owner: platformId, account: 'payout', cents: 3_000 },
  ])
  await db
    .insert(payoutMethods)
    .values({ id: methodId, userId: creator, kind: 'paypal', label: text, holder: text, sealed: text })
  await db.insert(payouts).values({
    id: payoutId,
    userId: creator,
    methodId,
    amountCents: 3_000,
    status: 'paid',
    entryId: paidOut,
    reason: text,
  })
  await db
    .insert(idempotencyKeys)
    .values({ userId: fan, key: privateId(), fingerprint: text, answer: { text }, createdAt: far })
}

import { newId } from '../../api/platform/db/ids.ts'
import { bundlePurchases, bundles } from '../../api/platform/db/schema/bundles.ts'
import { payoutMethods, payouts } from '../../api/platform/db/schema/payouts.ts'
import { requestSettings } from '../../api/platform/db/schema/requests.ts'
import { gifts, offerLinks, priceChanges } from '../../api/platform/db/schema/subscriptions.ts'
import { idempotencyKeys, topups } from '../../api/platform/db/schema/wallet.ts'
import type { Actor, TestApi } from './api.ts'

/** What of a marked person stands in the tables of money. */
export async function addMoney(
  { db }: TestApi,
  { id: me }: Actor,
  { id: other }: Actor,
  marker: string,
): Promise<void> {
  const methodId = newId()
  await db
    .insert(payoutMethods)
    .values({ id: methodId, userId: me, kind: 'iban', label: marker, holder: marker, sealed: marker })
  await db
    .insert(payouts)
    .values({ id: newId(), userId: me, methodId, amountCents: 2_000, status: 'paid', reason: marker, entryId: newId() })
  await db.insert(topups).values({
    id: newId(),
    userId: me,
    amountCents: 500,
    provider: 'stripe',
    providerRef: marker,
    paymentRef: marker,
    returnPath: `/@${marker}`,
  })
  await db.insert(gifts).values({
    id: newId(),
    code: newId(),
    buyerId: me,
    creatorId: other,
    priceCents: 500,
    message: marker,
    entryId: newId(),
    expiresAt: new Date(),
    refundedAt: new Date(),
  })
  await db.insert(offerLinks).values({ id: newId(), creatorId: me, code: newId(), kind: 'trial', days: 1 })
  await db.insert(bundles).values({ creatorId: me, months: 3, percent: 10 })
  const covers = { coversFrom: new Date(), coversUntil: new Date() }
  for (const pair of [
    { fanId: me, creatorId: other },
    { fanId: other, creatorId: me },
  ])
    await db.insert(bundlePurchases).values({ ...pair, ...covers, entryId: newId(), months: 3, priceCents: 1_400 })
  await db.insert(priceChanges).values({ id: newId(), creatorId: me, priceCents: 500 })
  await db.insert(requestSettings).values({ userId: me, minCents: 500 })
  await db.insert(idempotencyKeys).values({ userId: me, key: marker, fingerprint: marker, answer: { marker } })
}

import { useEffect } from 'react'
import { usePurchase } from '../../stores/purchase.ts'
import { dropPurchase } from '../../stores/stored-purchase.ts'
import { GiftSheet } from './gift-sheet.tsx'
import { RequestSheet } from './request-sheet.tsx'
import { SubscribeSheet } from './subscribe-sheet.tsx'
import { TipSheet } from './tip-sheet.tsx'
import { ReadSheet, UnlockSheet } from './unlock-sheet.tsx'

/** The open purchase, whichever page opened it. It is remembered until it is closed or answered. */
export function PurchaseSheet() {
  const purchase = usePurchase((it) => it.purchase)
  const isOpen = purchase !== null
  useEffect(() => (isOpen ? () => dropPurchase() : undefined), [isOpen])
  if (!purchase) return null
  if (purchase.kind === 'subscribe') return <SubscribeSheet purchase={purchase} />
  if (purchase.kind === 'read') return <ReadSheet purchase={purchase} />
  if (purchase.kind === 'request') return <RequestSheet purchase={purchase} />
  if (purchase.kind === 'gift') return <GiftSheet purchase={purchase} />
  return purchase.kind === 'unlock' ? <UnlockSheet purchase={purchase} /> : <TipSheet purchase={purchase} />
}

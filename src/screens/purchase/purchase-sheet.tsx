import { usePurchase } from '../../stores/purchase.ts'
import { GiftSheet } from './gift-sheet.tsx'
import { RequestSheet } from './request-sheet.tsx'
import { SubscribeSheet } from './subscribe-sheet.tsx'
import { TipSheet } from './tip-sheet.tsx'
import { ReadSheet, UnlockSheet } from './unlock-sheet.tsx'

/** The open purchase, whichever page opened it. */
export function PurchaseSheet() {
  const asked = usePurchase((it) => it.asked)
  if (!asked) return null
  if (asked.kind === 'subscribe') return <SubscribeSheet asked={asked} />
  if (asked.kind === 'read') return <ReadSheet asked={asked} />
  if (asked.kind === 'request') return <RequestSheet asked={asked} />
  if (asked.kind === 'gift') return <GiftSheet asked={asked} />
  return asked.kind === 'unlock' ? <UnlockSheet asked={asked} /> : <TipSheet asked={asked} />
}

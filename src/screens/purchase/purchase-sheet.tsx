import { usePurchase } from '../../stores/purchase.ts'
import { SubscribeSheet } from './subscribe-sheet.tsx'
import { TipSheet } from './tip-sheet.tsx'
import { UnlockSheet } from './unlock-sheet.tsx'

/** What the buyer is being asked, whichever page asked it. */
export function PurchaseSheet() {
  const asked = usePurchase((it) => it.asked)
  if (!asked) return null
  if (asked.kind === 'subscribe') return <SubscribeSheet asked={asked} />
  return asked.kind === 'unlock' ? <UnlockSheet asked={asked} /> : <TipSheet asked={asked} />
}

import { Refusal } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useUnlock } from '../../queries/media.ts'
import { closePurchase, type Purchase } from '../../stores/purchase.ts'
import { toast } from '../../stores/toasts.ts'
import { Confirm } from './confirm.tsx'
import { useKey } from './use-key.ts'

/** One media, or a post bought whole; what is bought stays. */
export function UnlockSheet({ asked }: { asked: Extract<Purchase, { kind: 'unlock' }> }) {
  const { mutate, isPending, error } = useUnlock({ id: asked.mediaId })
  const changed = error instanceof Refusal && error.code === 'price_changed' ? error.facts.price : undefined
  const price = changed ?? asked.price
  const key = useKey(`unlock ${asked.mediaId} ${price}`)
  const done = () => {
    closePurchase()
    asked.onBought?.()
    toast(m.purchase_unlocked(), { type: 'success' })
  }
  return (
    <Confirm
      title={m.purchase_unlock_title({ count: asked.count })}
      description={m.purchase_unlock_text({ name: `@${asked.creator.username}` })}
      price={price}
      action={m.ui_unlock()}
      busy={isPending}
      error={error}
      onConfirm={() => mutate({ price, key }, { onSuccess: done })}
    />
  )
}

import { Refusal } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useUnlockPost } from '../../queries/media.ts'
import { closePurchase, type Purchase } from '../../stores/purchase.ts'
import { toast } from '../../stores/toasts.ts'
import { Confirm } from './confirm.tsx'
import { useKey } from './use-key.ts'

/** The words of a post; what is bought stays. */
export function ReadSheet({ asked }: { asked: Extract<Purchase, { kind: 'read' }> }) {
  const { mutate, isPending, error } = useUnlockPost(asked.postId)
  const changed = error instanceof Refusal && error.code === 'price_changed' ? error.facts.price : undefined
  const price = changed ?? asked.price
  const key = useKey(`read ${asked.postId} ${price}`)
  const done = () => {
    closePurchase()
    toast(m.purchase_unlocked(), { type: 'success' })
  }
  return (
    <Confirm
      title={m.purchase_read_title()}
      description={m.purchase_unlock_text({ name: `@${asked.creator.username}` })}
      price={price}
      action={m.ui_unlock()}
      busy={isPending}
      error={error}
      onConfirm={() => mutate({ price, key }, { onSuccess: done })}
    />
  )
}

import { Refusal } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useSubscribe } from '../../queries/subscriptions.ts'
import { closePurchase, type Purchase } from '../../stores/purchase.ts'
import { toast } from '../../stores/toasts.ts'
import { Confirm } from './confirm.tsx'
import { useKey } from './use-key.ts'

/** A month, renewed until it is cancelled. A price that changed meanwhile is shown and asked again. */
export function SubscribeSheet({ asked }: { asked: Extract<Purchase, { kind: 'subscribe' }> }) {
  const { mutate, isPending, error } = useSubscribe(asked.creator)
  const changed = error instanceof Refusal && error.code === 'price_changed' ? error.facts.price : undefined
  const monthly = changed ?? asked.price
  const key = useKey(`subscribe ${asked.creator.id} ${monthly}`)
  const name = `@${asked.creator.username}`
  const done = () => {
    closePurchase()
    toast(m.purchase_subscribed({ name }), { type: 'success' })
  }
  return (
    <Confirm
      title={m.purchase_subscribe_title({ name })}
      description={
        asked.free
          ? m.purchase_resume_text()
          : monthly > 0
            ? m.purchase_subscribe_text()
            : m.purchase_subscribe_free_text()
      }
      price={asked.free ? 0 : monthly}
      action={m.purchase_subscribe_action()}
      busy={isPending}
      error={error}
      onConfirm={() => mutate({ price: monthly, key }, { onSuccess: done })}
    />
  )
}

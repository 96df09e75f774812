import type { SeenOffer } from '../../../contract/subscriptions.ts'
import { m } from '../../paraglide/messages.js'
import { useSubscribe } from '../../queries/subscriptions.ts'
import { closePurchase, type Purchase } from '../../stores/purchase.ts'
import { toast } from '../../stores/toasts.ts'
import { boundWords, chargedWords, givenWords } from '../offers/words.ts'
import { Confirm } from './confirm.tsx'
import { priceNow } from './price-now.ts'
import { useKey } from './use-key.ts'

/** A month, renewed until it is cancelled. A price that changed meanwhile is shown and asked again. */
export function SubscribeSheet({ asked }: { asked: Extract<Purchase, { kind: 'subscribe' }> }) {
  const { mutate, isPending, error } = useSubscribe(asked.creator)
  const monthly = priceNow(asked.price, error)
  const key = useKey(`subscribe ${asked.creator.id} ${monthly} ${asked.offer?.code ?? ''}`)
  const name = `@${asked.creator.username}`
  const { offer } = asked
  const done = () => {
    closePurchase()
    toast(m.purchase_subscribed({ name }), { type: 'success' })
  }
  return (
    <Confirm
      title={m.purchase_subscribe_title({ name })}
      description={
        offer
          ? chargedWords(offer)
          : asked.free
            ? m.purchase_resume_text()
            : monthly > 0
              ? m.purchase_subscribe_text()
              : m.purchase_subscribe_free_text()
      }
      price={asked.free ? 0 : monthly}
      {...(offer && { instead: offer.price })}
      action={offer?.kind === 'trial' ? m.offers_trial_action() : m.purchase_subscribe_action()}
      busy={isPending}
      error={error}
      onConfirm={() => mutate({ price: monthly, key, ...(offer && { offer: offer.code }) }, { onSuccess: done })}
    >
      {offer && <Terms offer={offer} name={name} />}
    </Confirm>
  )
}

/** What the link gives, to whom, and for how long it is open. */
function Terms({ offer, name }: { offer: SeenOffer; name: string }) {
  const bound = boundWords(offer)
  return (
    <div className="mb-4 border-brass border-l-4 pl-3">
      <p className="font-semibold">{givenWords(offer)}</p>
      <p className="text-ink-soft text-sm">
        {m.offers_for_new({ name })}
        {bound && ` ${bound}`}
      </p>
    </div>
  )
}

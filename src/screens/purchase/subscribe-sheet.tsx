import type { SeenOffer } from '../../../contract/subscriptions.ts'
import { dayText } from '../../lib/dates.ts'
import { coinsText, moneyText } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import { useSubscribe } from '../../queries/subscriptions.ts'
import { type Purchase, showBought } from '../../stores/purchase.ts'
import { chargeLabel, limitLabel, offerLabel } from '../offers/offer-labels.ts'
import { Confirm } from './confirm.tsx'
import { Traceable } from './traceable.tsx'
import { usePayment } from './use-payment.ts'
import { usePriceNow } from './use-price-now.ts'

/** A month, renewed until it is cancelled. A changed price is shown and must be confirmed. */
export function SubscribeSheet({ purchase }: { purchase: Subscribing }) {
  const { mutate, isPending, error } = useSubscribe(purchase.creator)
  const monthly = usePriceNow(purchase.price, error)
  const payment = usePayment(`subscribe ${purchase.creator.id} ${monthly} ${purchase.offer?.code ?? ''}`)
  const name = `@${purchase.creator.username}`
  const { offer } = purchase
  const done = () => showBought({ kind: 'subscribe', creator: purchase.creator })
  return (
    <Confirm
      purchase={{ ...purchase, price: monthly }}
      payment={payment}
      title={purchase.from ? m.purchase_agree_title({ name }) : m.purchase_subscribe_title({ name })}
      description={charged(purchase, monthly)}
      price={purchase.free || purchase.from ? 0 : monthly}
      {...(offer && { instead: offer.price })}
      action={
        purchase.from
          ? m.subscriptions_agree()
          : offer?.kind === 'trial'
            ? m.offers_trial_action()
            : m.purchase_subscribe_action()
      }
      {...(!offer && { actionFor: m.purchase_subscribe_for })}
      busy={isPending}
      error={error}
      onConfirm={() =>
        mutate({ price: monthly, key: payment.key, ...(offer && { offer: offer.code }) }, payment.attempt(done))
      }
    >
      {offer && <Terms offer={offer} name={name} />}
      <Traceable />
    </Confirm>
  )
}

/** What is charged, and when. */
function charged({ offer, from, free }: Subscribing, monthly: number): string {
  if (offer) return chargeLabel(offer)
  if (from) return m.purchase_agree_text({ day: dayText(from), coins: coinsText(monthly), money: moneyText(monthly) })
  if (free) return m.purchase_resume_text()
  return monthly > 0 ? m.purchase_subscribe_text() : m.purchase_subscribe_free_text()
}
type Subscribing = Extract<Purchase, { kind: 'subscribe' }>

/** What the link gives, to whom, and for how long it is open. */
function Terms({ offer, name }: { offer: SeenOffer; name: string }) {
  const bound = limitLabel(offer)
  return (
    <div className="mb-4 border-brass border-l-4 pl-3">
      <p className="font-semibold">{offerLabel(offer)}</p>
      <p className="text-ink-soft text-sm">
        {m.offers_for_new({ name })}
        {bound && ` ${bound}`}
      </p>
    </div>
  )
}

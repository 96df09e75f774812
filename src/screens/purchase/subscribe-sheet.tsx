import type { SeenBundle } from '../../../contract/bundles.ts'
import type { SeenOffer } from '../../../contract/subscriptions.ts'
import { dayText } from '../../lib/dates.ts'
import { coinsText, moneyText } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import { useBuyBundle } from '../../queries/bundles.ts'
import { useSubscribe } from '../../queries/subscriptions.ts'
import { type Purchase, showBought } from '../../stores/purchase.ts'
import { chargeLabel, limitLabel, offerLabel } from '../offers/offer-labels.ts'
import { ChooseMonths } from './choose-months.tsx'
import { Confirm } from './confirm.tsx'
import { Traceable } from './traceable.tsx'
import { useBundle } from './use-bundle.ts'
import { usePayment } from './use-payment.ts'
import { usePriceNow } from './use-price-now.ts'

/** A month, renewed until it is cancelled, or several at once. A changed price is shown and must be confirmed. */
export function SubscribeSheet({ purchase }: { purchase: Subscribing }) {
  const { creator, offer } = purchase
  const month = useSubscribe(creator)
  const several = useBuyBundle(creator)
  const monthly = usePriceNow(purchase.price, month.error)
  const choices = useBundle(purchase, several.error)
  const { bundle, choice } = choices
  const isMonth = choice === 1
  const payment = usePayment(
    isMonth
      ? `subscribe ${creator.id} ${monthly} ${offer?.code ?? ''}`
      : `bundle ${creator.id} ${choice} ${bundle?.price} ${bundle?.renewal_price} ${bundle?.from}`,
  )
  const name = `@${creator.username}`
  const gone = goneText(choices, name)
  const done = () => showBought({ kind: 'subscribe', creator })
  const { isPending, error } = isMonth ? month : several
  const pay = () => {
    const { key } = payment
    if (isMonth) month.mutate({ price: monthly, key, ...(offer && { offer: offer.code }) }, payment.attempt(done))
    else if (bundle) several.mutate({ ...agreedTerms(bundle), key }, payment.attempt(done))
  }
  return (
    <Confirm
      purchase={{
        ...purchase,
        price: monthly,
        ...(purchase.months !== undefined || !isMonth ? { months: choice } : {}),
        bundle: bundle ?? undefined,
      }}
      payment={payment}
      title={titleOf(purchase, bundle)}
      description={bundle ? bundleText(bundle) : isMonth ? charged(purchase, monthly) : ''}
      price={gone ? null : isMonth ? (purchase.free || purchase.from ? 0 : monthly) : (bundle?.price ?? null)}
      waitsForPrice={gone ?? m.ui_loading()}
      {...(offer && { instead: offer.price })}
      action={
        purchase.from && isMonth
          ? m.subscriptions_agree()
          : offer?.kind === 'trial'
            ? m.offers_trial_action()
            : m.purchase_subscribe_action()
      }
      {...(!offer && { actionFor: bundle?.from ? m.bundles_extend_for : m.purchase_subscribe_for })}
      busy={isPending}
      error={error ?? (isMonth ? null : choices.failure)}
      onConfirm={pay}
    >
      {offer && <Terms offer={offer} name={name} />}
      {gone && <p className="mb-4">{gone}</p>}
      <ChooseMonths {...choices} monthly={monthly} />
      <Traceable />
    </Confirm>
  )
}

const titleOf = ({ creator, from }: Subscribing, bundle: SeenBundle | null): string => {
  const name = `@${creator.username}`
  if (bundle?.from) return m.bundles_extend_title({ name })
  return from ? m.purchase_agree_title({ name }) : m.purchase_subscribe_title({ name })
}

/** Why months are not sold; null where they are. */
function goneText({ isGone, ownPrice }: ReturnType<typeof useBundle>, name: string): string | null {
  if (!isGone) return null
  return ownPrice === null ? m.bundles_gone({ name }) : m.bundles_dearer({ name, money: moneyText(ownPrice) })
}

/** What the fan has seen, for the API to compare. */
const agreedTerms = ({ months, price, renewal_price, from }: SeenBundle) => ({
  months,
  expected_price: price,
  renewal_price,
  from,
})

/** What is charged, for which months, and what comes after them. */
function bundleText({ months, from, until, renewal_price }: SeenBundle): string {
  const [count, day] = [m.bundles_months({ count: months }), dayText(until)]
  if (renewal_price === null) return m.bundles_end_text({ months: count, from: dayText(from ?? until), day })
  const renewal = { coins: coinsText(renewal_price), money: moneyText(renewal_price) }
  if (from === null) return m.bundles_begin_text({ months: count, day, ...renewal })
  return m.bundles_after_text({ months: count, from: dayText(from), day, ...renewal })
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

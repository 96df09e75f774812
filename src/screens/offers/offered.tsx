import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SeenOffer } from '../../../contract/subscriptions.ts'
import type { PublicProfile } from '../../../contract/users.ts'
import { coinsText, moneyText } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import { offerQuery } from '../../queries/offers.ts'
import { openPurchase } from '../../stores/purchase.ts'
import { Button } from '../../ui/button.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Coins } from '../../ui/coins.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IntentLink } from '../auth/intent-link.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { useViewer } from '../frame/viewer-context.ts'
import { closedLabel, limitLabel, offerLabel } from './offer-labels.ts'

type OfferedProps = { user: PublicProfile; code: string; otherwise: ReactNode }

/** What a trial or discount link gives on its creator's profile. A link that gives nothing says only that. */
export function Offered({ user, code, otherwise }: OfferedProps) {
  const { data: offer, isPending } = useQuery({ ...offerQuery(code), retry: false })
  if (isPending) return otherwise
  if (offer === undefined || offer.creator_id !== user.id) return <Quiet words={m.offers_unknown()}>{otherwise}</Quiet>
  if (!offer.taking.allowed)
    return <Quiet words={closedLabel(offer.taking.reason, `@${user.username}`)}>{otherwise}</Quiet>
  return <Open user={user} offer={offer} />
}

function Quiet({ words, children }: { words: string; children: ReactNode }) {
  return (
    <>
      <p className="col-span-2 flex items-center gap-2 text-ink-soft text-sm">
        <Icon name="info" className="size-4 shrink-0" />
        {words}
      </p>
      {children}
    </>
  )
}

function Open({ user, offer }: { user: PublicProfile; offer: SeenOffer }) {
  const isVisitor = useViewer() === null
  const closed = useClosed('owner')
  const bound = limitLabel(offer)
  const look = `${buttonClasses({ variant: 'primary', size: 'lg' })} w-full`
  return (
    <section
      aria-labelledby="offer"
      className="col-span-2 flex flex-col gap-3 rounded-media border border-hairline border-l-4 border-l-brass px-4 py-4"
    >
      <div>
        <h2 id="offer" className="flex items-center gap-2 font-bold text-lg">
          <Icon name="tag" className="size-5 shrink-0 text-brass-text" />
          {offerLabel(offer)}
        </h2>
        <p className="mt-1 tabular-nums">
          {m.offers_then({ coins: coinsText(offer.price), money: moneyText(offer.price) })}
        </p>
        <p className="mt-1 text-ink-soft text-sm">
          {m.offers_for_new({ name: `@${user.username}` })}
          {bound && ` ${bound}`}
        </p>
      </div>
      {isVisitor ? (
        <IntentLink
          intent={{ act: 'subscribe', creator: user, price: offer.first_price, offer: offer.code }}
          className={look}
        >
          <OfferText offer={offer} />
        </IntentLink>
      ) : (
        <Button
          variant="primary"
          size="lg"
          wide
          disabledReason={closed}
          onClick={() => openPurchase({ kind: 'subscribe', creator: user, price: offer.first_price, offer })}
        >
          <OfferText offer={offer} />
        </Button>
      )}
    </section>
  )
}

function OfferText({ offer }: { offer: SeenOffer }) {
  if (offer.kind === 'trial') return m.offers_trial_action()
  return (
    <>
      {m.profile_subscribe()}
      <s className="font-normal opacity-80">
        <span className="sr-only">{m.purchase_instead()} </span>
        {moneyText(offer.price)}
      </s>
      <Coins amount={offer.first_price} plain />
    </>
  )
}

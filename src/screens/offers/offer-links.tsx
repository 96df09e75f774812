import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Offer } from '../../../contract/subscriptions.ts'
import { dayText } from '../../lib/dates.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { offersQuery, useRevokeOffer, useUpdateOffer } from '../../queries/offers.ts'
import { toast } from '../../stores/toasts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { useViewer } from '../frame/viewer-context.ts'
import { MakeOffer } from './make-offer.tsx'
import { offerLabel } from './offer-labels.ts'

/** The trial and discount links of a creator: made, copied, counted and ended here. */
export function OfferLinks() {
  const viewer = useViewer()
  const [isMaking, setIsMaking] = useState(false)
  const denied = useClosed('can_payment')
  const closed = denied ?? (viewer?.subscription_price ? null : m.offers_links_free())
  return (
    <section aria-labelledby="offers" className="border-hairline border-b py-6">
      <div className="px-4 sm:px-6">
        <h2 id="offers" className="font-bold text-lg">
          {m.offers_links_title()}
        </h2>
        <p className="mt-1 text-ink-soft">{m.offers_links_text()}</p>
      </div>
      {denied === null && <Links />}
      <div className="px-4 sm:px-6">
        <Button wide disabledReason={closed} onClick={() => setIsMaking(true)}>
          <Icon name="plus" className="size-4" />
          {m.offers_make()}
        </Button>
      </div>
      {isMaking && <MakeOffer onClose={() => setIsMaking(false)} />}
    </section>
  )
}

function Links() {
  const { data, error, refetch, isFetching } = useQuery(offersQuery)
  if (error && !data)
    return <ErrorState description={errorMessage(error)} onRetry={() => void refetch()} busy={isFetching} />
  if (!data) return <SkeletonList rows={2} />
  if (data.data.length === 0) return <p className="px-4 py-4 text-ink-soft sm:px-6">{m.offers_links_empty()}</p>
  return (
    <ul className="mt-2 divide-y divide-hairline">
      {data.data.map((offer) => (
        <Link key={offer.id} offer={offer} />
      ))}
    </ul>
  )
}

function Link({ offer }: { offer: Offer }) {
  const [isSure, setIsSure] = useState(false)
  const { mutate, isPending } = useRevokeOffer()
  const end = () => mutate(offer.id, { onSuccess: () => toast(m.offers_ended(), { type: 'success' }) })
  const facts = [
    offer.max_uses === null
      ? m.offers_used({ count: offer.uses })
      : m.offers_of_uses({ count: offer.uses, max: offer.max_uses }),
    offer.expires_at && m.offers_until({ day: dayText(offer.expires_at) }),
  ]
  return (
    <li className="flex flex-col gap-2 px-4 py-4 sm:px-6">
      <div className="flex items-start justify-between gap-3">
        <p className="font-semibold">{offerLabel(offer)}</p>
        {!offer.open && <Badge>{m.offers_closed()}</Badge>}
      </div>
      <p className="text-ink-soft text-sm tabular-nums">{facts.filter(Boolean).join(' · ')}</p>
      {offer.kind === 'trial' && offer.open && <Listed offer={offer} />}
      <div className="flex flex-wrap gap-2">
        <code className="wrap-anywhere min-w-0 flex-1 basis-full rounded-control border border-hairline bg-sunken px-3 py-2.5 text-sm">
          {offer.link.replace(/^https?:\/\//, '')}
        </code>
        {offer.open && (
          <Button onClick={() => void copy(offer.link)}>
            <Icon name="copy" className="size-4" />
            {m.offers_copy()}
          </Button>
        )}
        {isSure ? (
          <>
            <Button variant="ghost" onClick={() => setIsSure(false)}>
              {m.subscriptions_keep()}
            </Button>
            <Button variant="danger" busy={isPending} onClick={end}>
              {m.offers_end_sure()}
            </Button>
          </>
        ) : (
          <Button variant="ghost" onClick={() => setIsSure(true)}>
            {m.offers_end()}
          </Button>
        )}
      </div>
    </li>
  )
}

/** Whether everyone sees the trial, or only who has the link. */
function Listed({ offer }: { offer: Offer }) {
  const { mutate, isPending, variables } = useUpdateOffer()
  return (
    <Switch
      label={m.offers_listed()}
      hint={m.offers_listed_hint()}
      checked={isPending ? variables.listed : offer.listed}
      onChange={(listed) => !isPending && mutate({ id: offer.id, listed })}
    />
  )
}

const copy = (link: string) => copyText(link, m.offers_copied(), m.ui_not_copied())

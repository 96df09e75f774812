import { useState } from 'react'
import { mediaPerMessage } from '../../../contract/limits.ts'
import { mayActOnRequest, type RequestAct } from '../../../contract/policy/request.ts'
import type { PaidRequest } from '../../../contract/requests.ts'
import { dayText } from '../../lib/dates.ts'
import { moneyText } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import { type Acting, useActOnRequest } from '../../queries/requests.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Coins } from '../../ui/coins.tsx'
import { useOnBehalf } from '../frame/on-behalf.ts'
import { useClosed } from '../frame/use-closed.ts'
import { useKey } from '../purchase/use-key.ts'
import { VaultPicker } from '../vault/vault-picker.tsx'

/** A paid request under its message: the coins in escrow, the state, the actions. */
export function RequestCard({ request, otherId }: { request: PaidRequest; otherId: string }) {
  const by = request.creator_id === otherId ? 'fan' : 'creator'
  const isOpen = request.state === 'open' || request.state === 'accepted'
  return (
    <section
      aria-label={m.requests_title()}
      className={`mb-2 flex w-full max-w-96 flex-col gap-2 rounded-media border border-hairline border-l-4 border-l-brass px-4 py-3 ${by === 'fan' ? 'self-end' : 'self-start'}`}
    >
      <div className="flex items-center justify-between gap-3">
        <p className="font-semibold">{m.requests_title()}</p>
        <Badge tone={request.state === 'delivered' ? 'leaf' : isOpen ? 'brass' : 'plain'}>
          {requestStateLabels[request.state]()}
        </Badge>
      </div>
      {request.price !== null && <Coins amount={request.price} />}
      {isOpen && <p className="text-ink-soft text-sm">{m.requests_due({ day: dayText(request.due_at) })}</p>}
      <RequestActs request={request} otherId={otherId} />
    </section>
  )
}

/** What the viewer may do with a request now. */
export function RequestActs({ request, otherId }: { request: PaidRequest; otherId: string }) {
  const by = request.creator_id === otherId ? 'fan' : 'creator'
  const may = (act: RequestAct) => mayActOnRequest(act, by, request.state) === 'allowed'
  const { mutate, isPending } = useActOnRequest(otherId, useOnBehalf())
  const [isChoosing, setIsChoosing] = useState(false)
  const [isSure, setIsSure] = useState(false)
  const key = useKey(`request ${request.id} ${request.state}`)
  const noMoney = useClosed('can_payment')
  const noMedia = useClosed('can_medias')
  const act = (it: { act: 'accept' | 'decline' | 'withdraw' } | { act: 'deliver'; media_ids: string[] }) => {
    const acting: Acting = { ...it, id: request.id, key }
    mutate(acting)
  }
  const away = may('withdraw') ? 'withdraw' : may('decline') ? 'decline' : null
  if (away === null) return null
  if (isSure) {
    return (
      <div className="flex flex-wrap gap-2">
        <Button variant="ghost" onClick={() => setIsSure(false)}>
          {m.subscriptions_keep()}
        </Button>
        <Button variant="danger" busy={isPending} onClick={() => act({ act: away })}>
          {away === 'withdraw' ? m.requests_withdraw_sure() : m.requests_decline_sure()}
        </Button>
      </div>
    )
  }
  return (
    <div className="flex flex-wrap gap-2">
      {may('deliver') && (
        <Button variant="primary" busy={isPending} disabledReason={noMedia} onClick={() => setIsChoosing(true)}>
          {m.requests_deliver()}
        </Button>
      )}
      {may('accept') && (
        <Button busy={isPending} disabledReason={noMoney} onClick={() => act({ act: 'accept' })}>
          {m.requests_accept()}
        </Button>
      )}
      <Button
        variant={away === 'withdraw' ? 'secondary' : 'ghost'}
        disabledReason={away === 'decline' ? noMoney : null}
        onClick={() => setIsSure(true)}
      >
        {away === 'withdraw' ? m.requests_withdraw() : m.requests_decline()}
      </Button>
      {isChoosing && (
        <VaultPicker
          open
          onClose={() => setIsChoosing(false)}
          chosen={[]}
          most={mediaPerMessage}
          forFan={otherId}
          action={(count) => deliverLabel(count, request.price)}
          onChoose={(media_ids) => media_ids.length > 0 && act({ act: 'deliver', media_ids })}
        />
      )}
    </div>
  )
}

/** Delivering is what takes the coins. */
const deliverLabel = (count: number, price: number | null): string =>
  m.requests_deliver_files({ count }) + (price === null ? '' : ` · ${moneyText(price)}`)

export const requestStateLabels: Record<PaidRequest['state'], () => string> = {
  open: m.requests_state_open,
  accepted: m.requests_state_accepted,
  delivered: m.requests_state_delivered,
  declined: m.requests_state_declined,
  withdrawn: m.requests_state_withdrawn,
  expired: m.requests_state_expired,
  refunded: m.requests_state_refunded,
}

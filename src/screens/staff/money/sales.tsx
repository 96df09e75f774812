import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffSale } from '../../../../contract/staff-money.ts'
import { moneyText } from '../../../lib/money.ts'
import { m } from '../../../paraglide/messages.js'
import { salesQuery, useRefundSale } from '../../../queries/staff-money.ts'
import { toast } from '../../../stores/toasts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Coins } from '../../../ui/coins.tsx'
import { TimeAgo } from '../../../ui/time-ago.tsx'
import { useKey } from '../../purchase/use-key.ts'
import { kindName, reasonText } from '../../wallet/names.ts'
import { Pages } from '../pages.tsx'
import { ReasonForm } from '../reason-form.tsx'
import { SearchForm } from '../search-form.tsx'
import { useDecision } from '../use-decision.tsx'
import { Person } from './person.tsx'

/** What was sold, by receipt number, payment or people, with the way to take it back. */
export function Sales() {
  const [q, setQ] = useState('')
  const query = useInfiniteQuery(salesQuery(q))
  return (
    <>
      <SearchForm label={m.staff_sales_search()} onSearch={setQ} />
      <Pages
        query={query}
        empty={q === '' ? m.staff_sales_none() : m.staff_sales_not_found()}
        emptyText={m.staff_sales_none_text()}
        row={(it) => <Row key={it.id} it={it} />}
      />
    </>
  )
}

function Row({ it }: { it: StaffSale }) {
  const [isRefunding, setRefunding] = useState(false)
  return (
    <li className="flex flex-col gap-2 px-4 py-4 sm:px-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{kindName(it.kind)}</span>
        <Coins amount={it.amount} />
        {it.taken_back && <Badge tone="rust">{kindName(it.taken_back.kind)}</Badge>}
      </div>
      <p className="text-sm">
        <Person of={it.buyer} /> <span aria-hidden="true">→</span>
        <span className="sr-only">{m.staff_sale_to()}</span> <Person of={it.creator} />
      </p>
      <p className="flex flex-wrap gap-x-3 text-ink-soft text-sm">
        <TimeAgo at={it.created_at} />
        <span className="break-all tabular-nums">{it.id}</span>
      </p>
      {it.taken_back && (
        <p className="rounded-control bg-sunken p-3 text-sm">
          <TimeAgo at={it.taken_back.at} />
          {it.taken_back.reason && `: ${reasonText(it.taken_back.reason)}`}
        </p>
      )}
      {!it.taken_back &&
        (isRefunding ? (
          <Refund it={it} onEnd={() => setRefunding(false)} />
        ) : (
          <div>
            <Button size="sm" onClick={() => setRefunding(true)}>
              {m.staff_refund()}
            </Button>
          </div>
        ))}
    </li>
  )
}

function Refund({ it, onEnd }: { it: StaffSale; onEnd: () => void }) {
  const refund = useRefundSale()
  const { decide, sheet } = useDecision(refund)
  const key = useKey(it.id)
  const money = moneyText(it.amount)
  return (
    <>
      <ReasonForm
        label={m.staff_refund_reason()}
        action={m.staff_refund_action({ money })}
        danger
        busy={refund.isPending}
        error={refund.error}
        onCancel={onEnd}
        onSend={(reason) =>
          decide({ entry_id: it.id, reason, key }, () => toast(m.staff_refunded({ money }), { type: 'success' }))
        }
      >
        <p className="text-ink-soft text-sm">
          {m.staff_refund_text({ money, buyer: it.buyer.username ?? '', creator: it.creator.username ?? '' })}
        </p>
      </ReasonForm>
      {sheet}
    </>
  )
}

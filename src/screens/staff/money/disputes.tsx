import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffDispute } from '../../../../contract/staff-money.ts'
import { m } from '../../../paraglide/messages.js'
import { disputesQuery } from '../../../queries/staff-money.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Coins } from '../../../ui/coins.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { TimeAgo } from '../../../ui/time-ago.tsx'
import { Pages } from '../pages.tsx'
import { Person } from './person.tsx'

/** Payments that a bank takes back. They are answered at the payment provider; here is what they did to us. */
export function Disputes() {
  const [status, setStatus] = useState<StaffDispute['status']>('open')
  const query = useInfiniteQuery(disputesQuery(status))
  return (
    <>
      <Tabs
        label={m.staff_money_disputes()}
        tabs={[
          { id: 'open', label: m.staff_dispute_open() },
          { id: 'won', label: m.staff_dispute_won() },
          { id: 'lost', label: m.staff_dispute_lost() },
        ]}
        value={status}
        onChange={setStatus}
      />
      <Pages
        query={query}
        empty={m.staff_disputes_none()}
        emptyText={m.staff_disputes_none_text()}
        row={(it) => <Row key={it.id} it={it} />}
      />
    </>
  )
}

function Row({ it }: { it: StaffDispute }) {
  return (
    <li className="flex flex-col gap-2 px-4 py-4 sm:px-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Coins amount={it.amount} />
        <Badge tone={tones[it.status]}>{names[it.status]()}</Badge>
        <span className="text-sm">{it.taken ? m.staff_dispute_recovered() : m.staff_dispute_not_recovered()}</span>
      </div>
      <p className="text-sm">
        <Person of={it.user} /> · {it.reason === null ? m.staff_dispute_no_reason() : it.reason.replaceAll('_', ' ')}
      </p>
      {it.undone > 0 && (
        <p className="text-sm">{m.staff_dispute_undone({ undone: it.undone, restored: it.restored })}</p>
      )}
      <p className="break-all text-ink-soft text-sm">
        <TimeAgo at={it.created_at} />
        {it.outcome_at && (
          <>
            {' · '}
            {names[it.status]()} <TimeAgo at={it.outcome_at} />
          </>
        )}
        {` · ${it.ref}`}
      </p>
    </li>
  )
}

const tones = { open: 'brass', won: 'leaf', lost: 'rust' } as const
const names = { open: m.staff_dispute_open, won: m.staff_dispute_won, lost: m.staff_dispute_lost }

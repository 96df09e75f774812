import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffPayout } from '../../../../contract/staff-money.ts'
import { moneyText } from '../../../lib/money.ts'
import { m } from '../../../paraglide/messages.js'
import { staffPayoutsQuery, useDecidePayout, useOpenPayoutAccount } from '../../../queries/staff-money.ts'
import { toast } from '../../../stores/toasts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Coins } from '../../../ui/coins.tsx'
import { ConfirmSheet } from '../../../ui/confirm-sheet.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { TimeAgo } from '../../../ui/time-ago.tsx'
import { statusName, statusTones } from '../../payouts/status.ts'
import { Pages } from '../pages.tsx'
import { ReasonForm } from '../reason-form.tsx'
import { SecondFactorLink, StaffRefusal } from '../staff-refusal.tsx'
import { useDecision } from '../use-decision.tsx'
import { Person } from './person.tsx'

/** Payouts that wait, longest waiting first; and what became of the others. */
export function PayoutQueue() {
  const [status, setStatus] = useState<'open' | 'paid' | 'failed'>('open')
  const query = useInfiniteQuery(staffPayoutsQuery(status))
  return (
    <>
      <Tabs
        label={m.payouts_list_title()}
        tabs={[
          { id: 'open', label: m.staff_money_waiting() },
          { id: 'paid', label: m.payouts_status_paid() },
          { id: 'failed', label: m.payouts_status_failed() },
        ]}
        value={status}
        onChange={setStatus}
      />
      <Pages
        query={query}
        empty={m.staff_payouts_none()}
        emptyText={m.staff_payouts_none_text()}
        row={(it) => <Row key={it.id} it={it} />}
      />
    </>
  )
}

function Row({ it }: { it: StaffPayout }) {
  const payout = useDecidePayout()
  const { decide, sheet } = useDecision(payout)
  const [isFailing, setFailing] = useState(false)
  const [isPaid, setPaid] = useState(false)
  const next = nextOf[it.status]
  const isOpen = it.status === 'approved' || it.status === 'processing'
  const take = (status: 'approved' | 'processing' | 'paid') =>
    decide({ id: it.id, status }, () =>
      toast(m.staff_payout_moved({ status: statusName(status) }), { type: 'success' }),
    )
  return (
    <li className="flex flex-col gap-3 px-4 py-5 sm:px-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Coins amount={it.amount} className="text-xl" />
        <Badge tone={statusTones[it.status]}>{statusName(it.status)}</Badge>
      </div>
      <p className="text-ink-soft text-sm">
        <Person of={it.user} /> · <TimeAgo at={it.created_at} /> · {it.method ?? m.staff_payout_no_method()}
      </p>
      {it.reason && <p className="rounded-control bg-sunken p-3 text-sm">{it.reason}</p>}
      {it.approved_by && (
        <p className="text-sm">
          {m.staff_payout_approved_by()} <Person of={it.approved_by} />
          {it.needs_second_person && <strong className="block font-semibold">{m.staff_payout_second_person()}</strong>}
        </p>
      )}
      {isOpen && it.method_removed && <p className="text-rust-text text-sm">{m.staff_payout_method_removed()}</p>}
      {isOpen && it.method && !it.method_removed && !it.needs_second_person && <Account id={it.id} />}
      {!isFailing && !isPaid && <StaffRefusal error={payout.error} />}
      {isFailing ? (
        <ReasonForm
          label={m.staff_payout_fail_reason()}
          action={m.staff_payout_fail()}
          danger
          busy={payout.isPending}
          error={payout.error}
          onCancel={() => setFailing(false)}
          onSend={(reason) =>
            decide({ id: it.id, status: 'failed', reason }, () =>
              toast(m.staff_payout_failed({ money: moneyText(it.amount) })),
            )
          }
        />
      ) : (
        next.length > 0 && (
          <div className="flex flex-wrap gap-2">
            <Button variant="ghost" onClick={() => setFailing(true)}>
              {m.staff_payout_fail()}
            </Button>
            {next.map((status, index) => (
              <Button
                key={status}
                variant={index === next.length - 1 ? 'primary' : 'secondary'}
                busy={payout.isPending && payout.variables.status === status}
                disabledReason={it.needs_second_person ? m.staff_payout_second_person() : null}
                onClick={() => (status === 'paid' ? setPaid(true) : take(status))}
              >
                {actions[status]()}
              </Button>
            ))}
          </div>
        )
      )}
      <ConfirmSheet
        open={isPaid}
        onClose={() => setPaid(false)}
        title={m.staff_payout_paid()}
        confirm={m.staff_payout_paid()}
        danger={false}
        busy={payout.isPending}
        error={payout.error}
        onConfirm={() => take('paid')}
      >
        {m.staff_payout_paid_text({ money: moneyText(it.amount), name: `@${it.user.username ?? ''}` })}{' '}
        <SecondFactorLink error={payout.error} />
      </ConfirmSheet>
      {sheet}
    </li>
  )
}

/** The account in full, for as long as the page is open; who looks is written down. */
function Account({ id }: { id: string }) {
  const open = useOpenPayoutAccount()
  const { decide, sheet } = useDecision(open)
  if (open.data)
    return (
      <p className="break-all rounded-control bg-sunken p-3 font-mono text-sm">
        {open.data.holder}
        <br />
        {open.data.account}
      </p>
    )
  return (
    <>
      <StaffRefusal error={open.error} />
      <div>
        <Button size="sm" busy={open.isPending} onClick={() => decide(id)}>
          {m.staff_payout_account()}
        </Button>
      </div>
      {sheet}
    </>
  )
}

const nextOf: Record<StaffPayout['status'], ('approved' | 'processing' | 'paid')[]> = {
  requested: ['approved'],
  approved: ['processing', 'paid'],
  processing: ['paid'],
  paid: [],
  failed: [],
  cancelled: [],
}
const actions = {
  approved: m.staff_approve,
  processing: m.staff_payout_processing,
  paid: m.staff_payout_paid,
}

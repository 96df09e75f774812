import { useQuery } from '@tanstack/react-query'
import type { LedgerCheck, LedgerQuestion } from '../../../../contract/staff-money.ts'
import { errorMessage } from '../../../lib/refusal.ts'
import { m } from '../../../paraglide/messages.js'
import { ledgerCheckQuery, useStartLedgerCheck } from '../../../queries/staff-money.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { TimeAgo } from '../../../ui/time-ago.tsx'
import { RefusalMessage } from '../../account/section.tsx'

/** Whether the books hold: the last check, the one that runs, and the way to make one now. */
export function LedgerChecks() {
  const { data, error, refetch, isFetching } = useQuery(ledgerCheckQuery)
  const check = useStartLedgerCheck()
  if (error && !data)
    return <ErrorState description={errorMessage(error)} onRetry={() => void refetch()} busy={isFetching} />
  if (!data) return <SkeletonList rows={3} />
  const { running, last } = data
  return (
    <div className="flex flex-col gap-5 px-4 py-6 sm:px-6">
      <p className="max-w-prose text-ink-soft">{m.staff_ledger_text()}</p>
      {running ? (
        <Progress
          value={running.done / running.total}
          label={running.asking ? questions[running.asking]() : m.staff_ledger_starting()}
        />
      ) : (
        <div>
          <Button variant="primary" busy={check.isPending} onClick={() => check.mutate(undefined)}>
            {m.staff_ledger_action()}
          </Button>
        </div>
      )}
      <RefusalMessage error={check.error} />
      {last ? <Last last={last} /> : <p>{m.staff_ledger_never()}</p>}
    </div>
  )
}

function Last({ last }: { last: NonNullable<LedgerCheck['last']> }) {
  const isWhole = last.failure === null
  return (
    <section aria-labelledby="last-check" className="flex flex-col gap-3 border-hairline border-t pt-5">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="last-check" className="font-bold text-lg">
          {m.staff_ledger_last()}
        </h2>
        {!isWhole ? (
          <Badge tone="rust">{m.staff_ledger_failed()}</Badge>
        ) : last.violations.length === 0 ? (
          <Badge tone="leaf">{m.staff_ledger_holds()}</Badge>
        ) : (
          <Badge tone="rust">{m.staff_ledger_wrong({ count: last.violations.length })}</Badge>
        )}
      </div>
      <p className="text-ink-soft text-sm">
        <TimeAgo at={last.finished_at} /> · {last.by?.username ? `@${last.by.username}` : m.staff_ledger_nightly()}
      </p>
      {!isWhole && (
        <p className="break-words rounded-control bg-sunken p-3 text-sm">
          {last.failure === 'interrupted' ? m.staff_ledger_interrupted() : last.failure}
        </p>
      )}
      <ul className="divide-y divide-hairline">
        {last.violations.map((violation) => (
          <li key={`${violation.question} ${violation.what}`} className="py-3">
            <p className="font-medium text-rust-text">{questions[violation.question]()}</p>
            <p className="break-all text-sm">{violation.what}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const questions: Record<LedgerQuestion, () => string> = {
  overall: m.staff_ledger_overall,
  entries: m.staff_ledger_entries,
  empty: m.staff_ledger_empty,
  orphans: m.staff_ledger_orphans,
  balances: m.staff_ledger_balances,
  running: m.staff_ledger_running,
  negative: m.staff_ledger_negative,
  entitled: m.staff_ledger_entitled,
  purchased: m.staff_ledger_purchased,
  paid: m.staff_ledger_paid,
  topups: m.staff_ledger_topups,
  payouts: m.staff_ledger_payouts,
  escrow: m.staff_ledger_escrow,
  spending: m.staff_ledger_spending,
  earnings: m.staff_ledger_earnings,
  subscriptions: m.staff_ledger_subscriptions,
  links: m.staff_ledger_links,
  broadcasts: m.staff_ledger_broadcasts,
  cohorts: m.staff_ledger_cohorts,
  sold: m.staff_ledger_sold,
}

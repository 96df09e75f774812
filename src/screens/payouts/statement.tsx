import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Statement as Month, statementParts } from '../../../contract/payouts.ts'
import { monthText } from '../../lib/dates.ts'
import { m } from '../../paraglide/messages.js'
import { statementQuery } from '../../queries/payouts.ts'
import { Coins } from '../../ui/coins.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { FigureName } from './figure-name.tsx'
import { Movements } from './movements.tsx'
import { StatementLines } from './statement-lines.tsx'

/** A month's sales with the fee, line by line; the sums are the ledger's own, and open into what they are made of. */
export function Statement() {
  const months = lastMonths(12)
  const [month, setMonth] = useState(months[0] ?? '')
  const totals = useInfiniteQuery(statementQuery(month)).data?.pages[0]?.totals
  return (
    <section aria-labelledby="statement" className="py-6">
      <div className="flex flex-wrap items-end gap-3 px-4 sm:px-6">
        <h2 id="statement" className="mr-auto font-bold text-lg">
          {m.payouts_statement_title()}
        </h2>
        <Field label={m.payouts_statement_month()}>
          <Select value={month} onChange={(event) => setMonth(event.target.value)}>
            {months.map((choice) => (
              <option key={choice} value={choice}>
                {monthText(choice)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {totals && <Totals month={month} totals={totals} />}
      <StatementLines month={month} />
    </section>
  )
}

/** The first three are of all lines below. */
function Totals({ month, totals }: { month: string; totals: Month['totals'] }) {
  return (
    <dl className="mt-4 divide-y divide-hairline border-hairline border-y px-4 sm:px-6">
      <Total name={m.payouts_statement_gross()} coins={totals.gross} isSum />
      <Total name={m.payouts_statement_fee()} coins={-totals.fee} isSum />
      <Total name={m.payouts_statement_net()} coins={totals.net} isSum />
      {statementParts.map((part) => (
        <Total
          key={part}
          name={
            <FigureName name={partNames[part]()}>
              <StatementLines month={month} part={part} />
            </FigureName>
          }
          coins={totals[part]}
        />
      ))}
      <Total
        name={
          <FigureName name={m.payouts_statement_referrals()}>
            <Movements of="referrals" month={month} />
          </FigureName>
        }
        coins={totals.referrals}
      />
    </dl>
  )
}

function Total({ name, coins, isSum = false }: { name: ReactNode; coins: number; isSum?: boolean }) {
  return (
    <div
      className={`flex min-h-11 items-center justify-between gap-4 py-1 ${isSum ? 'font-semibold' : 'pl-4 text-ink-soft'}`}
    >
      <dt>{name}</dt>
      <dd>
        <Coins amount={coins === 0 ? 0 : coins} />
      </dd>
    </div>
  )
}

const partNames = {
  subscriptions: m.payouts_statement_subscriptions,
  tips: m.payouts_statement_tips,
  requests: m.payouts_statement_requests,
  unlocks: m.payouts_statement_unlocks,
  refunds: m.payouts_statement_refunds,
}

/** The present month and those before it, as `2026-11`. */
function lastMonths(count: number): string[] {
  const now = new Date()
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  )
}

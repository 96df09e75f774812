import type { ReactNode } from 'react'
import type { Broadcast, TextComparison } from '../../../contract/broadcast-shapes.ts'
import type { TextVersion } from '../../../contract/policy/text-comparison.ts'
import { momentText } from '../../lib/dates.ts'
import { m } from '../../paraglide/messages.js'
import { Badge } from '../../ui/badge.tsx'
import { Coins } from '../../ui/coins.tsx'

type Of = { broadcast: Broadcast; comparison: TextComparison }

/** Both texts side by side with what came of each, and which one goes or went to the others and why. */
export function ComparisonFigures({ broadcast, comparison }: Of) {
  const { content, price } = broadcast
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <Version of="first" text={content} price={price} comparison={comparison} />
        <Version of="second" text={comparison.second_content} price={price} comparison={comparison} />
      </div>
      <p className="text-ink-soft text-sm">{outcome(broadcast, comparison)}</p>
    </>
  )
}

type VersionProps = { of: TextVersion; text: string; price: number | null; comparison: TextComparison }

function Version({ of, text, price, comparison }: VersionProps) {
  const { sent, opened, unlocked, earned } = comparison[of]
  const name = of === 'first' ? m.broadcasts_first_text() : m.broadcasts_second_text()
  return (
    <section className="flex min-w-0 flex-col gap-2 rounded-control bg-sunken p-3" aria-label={name}>
      <p className="flex flex-wrap items-center gap-x-2 font-semibold text-sm">
        {name}
        {comparison.decided && comparison.winner === of && <Badge tone="leaf">{m.broadcasts_better()}</Badge>}
      </p>
      <p className="line-clamp-3 whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">{text}</p>
      {sent > 0 && (
        <dl className="mt-auto flex flex-wrap gap-x-4 gap-y-1 text-sm">
          <Figure label={m.broadcasts_figure_sent()}>{sent}</Figure>
          <Figure label={m.broadcasts_figure_opened()}>{opened}</Figure>
          {price !== null && <Figure label={m.broadcasts_figure_unlocked()}>{unlocked}</Figure>}
          {price !== null && earned !== null && (
            <Figure label={m.broadcasts_figure_earned()}>
              <Coins amount={earned} />
            </Figure>
          )}
        </dl>
      )}
    </section>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="font-semibold tabular-nums">{children}</dd>
    </div>
  )
}

/** What is decided and why, or who waits for what. */
function outcome({ status, recipients }: Broadcast, comparison: TextComparison): string {
  const { each, hours, first, second, rest_at: restAt, winner, decided, measure } = comparison
  if (each === null) return m.broadcasts_compare_planned({ count: hours })
  if (each === 0) return m.broadcasts_compare_too_few()
  if (decided !== null) {
    const figures = {
      ...{ first: decided.first.hits, firstSent: decided.first.sent },
      ...{ second: decided.second.hits, secondSent: decided.second.sent },
    }
    const went = winner === 'second' ? m.broadcasts_won_second() : m.broadcasts_won_first()
    const how = decided.by === 'rule' ? m.broadcasts_won_by_rule() : m.broadcasts_won_by_choice()
    const why = measure === 'unlocked' ? m.broadcasts_won_by_unlocked : m.broadcasts_won_by_opened
    return `${went} (${how}). ${why(figures)}`
  }
  if (status === 'sent' || status === 'unsent') return m.broadcasts_rest_none()
  if (winner !== null) return winner === 'second' ? m.broadcasts_rest_second_soon() : m.broadcasts_rest_first_soon()
  const count = (recipients ?? 0) - first.sent - second.sent
  return restAt === null
    ? m.broadcasts_rest_waits({ count })
    : m.broadcasts_rest_rule({ count, when: momentText(restAt) })
}

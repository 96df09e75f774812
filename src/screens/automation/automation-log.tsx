import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Automation, AutomationRun } from '../../../contract/automation.ts'
import { m } from '../../paraglide/messages.js'
import { automationLogQuery } from '../../queries/automation.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { decisionLabels, delayText, triggerLabels } from './labels.ts'

/** Every decision: to whom a message went, and why it did not go to others. */
export function AutomationLog({ automations }: { automations: readonly Automation[] }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const { data, error, refetch, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    automationLogQuery(chosen),
  )
  const headingId = useId()
  const runs = data?.pages.flatMap((page) => page.data)
  return (
    <section aria-labelledby={headingId}>
      <div className="flex flex-wrap items-center gap-3 px-4 pt-6 pb-2 sm:px-6">
        <h2 id={headingId} className="mr-auto font-bold font-display text-lg">
          {m.automation_log()}
        </h2>
        <Select
          aria-label={m.automation_log_of()}
          value={chosen ?? ''}
          onChange={(event) => setChosen(event.target.value || null)}
        >
          <option value="">{m.automation_log_all()}</option>
          {automations.map((it) => (
            <option key={it.id} value={it.id}>
              {`${triggerLabels[it.trigger]()} · ${delayText(it)}`}
            </option>
          ))}
        </Select>
      </div>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {!data && !error && <SkeletonList rows={3} />}
      {runs?.length === 0 && <p className="px-4 pb-6 text-ink-soft sm:px-6">{m.automation_log_empty()}</p>}
      <ol className="divide-y divide-hairline">
        {runs?.map((run) => (
          <Run key={run.id} run={run} />
        ))}
      </ol>
      <ListEnd hasMore={hasNextPage} loading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
    </section>
  )
}

function Run({ run: { fan, decision, trigger, decided_at: at } }: { run: AutomationRun }) {
  return (
    <li className="flex items-center gap-3 px-4 py-3 sm:px-6">
      {fan && <Avatar user={fan} size="sm" />}
      <p className="min-w-0 flex-1">
        <bdi className="font-semibold">{fan ? (fan.display_name ?? `@${fan.username}`) : m.automation_fan_gone()}</bdi>
        <span className="block text-ink-soft text-sm">
          {decisionLabels[decision]()} · {triggerLabels[trigger]()}
        </span>
      </p>
      <TimeAgo at={at} className="shrink-0 text-ink-faint text-sm" />
    </li>
  )
}

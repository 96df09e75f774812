import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { errorMessage, RefusalError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { reportQuery } from '../../queries/reports.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { Section } from '../account/section.tsx'
import { kindLabels, stateLabels } from './report-labels.ts'

/** The state of a report, by its ticket. */
export function ReportState({ ticket }: { ticket: string }) {
  const { data, error, refetch, isFetching, isPending } = useQuery(reportQuery(ticket))
  const again = (
    <Link to="/settings/report" search={{}} className={buttonClasses({})}>
      {m.reports_new()}
    </Link>
  )
  if (isPending) return <SkeletonList rows={2} />
  if (error instanceof RefusalError && error.status === 404) {
    return (
      <EmptyState scene="glasses" title={m.reports_unknown_title()} action={again}>
        {m.reports_unknown_text()}
      </EmptyState>
    )
  }
  if (error) return <ErrorState description={errorMessage(error)} onRetry={() => void refetch()} busy={isFetching} />
  const isDecided = data.decided_at !== null
  return (
    <Section title={m.reports_ticket({ ticket: data.ticket })} text={m.reports_keep()}>
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{kindLabels[data.kind]()}</span>
        <Badge tone={isDecided ? 'leaf' : 'brass'}>{stateLabels[data.status]()}</Badge>
      </p>
      <p className="text-ink-soft">
        {m.reports_sent()} <TimeAgo at={data.created_at} />
        {!isDecided && (
          <>
            {'\u00a0· '}
            {m.reports_due()} <TimeAgo at={data.due_at} />
          </>
        )}
      </p>
      {data.answer && <p className="whitespace-pre-line rounded-control bg-sunken p-4">{data.answer}</p>}
      <div>{again}</div>
    </Section>
  )
}

/** The way back to a notice that was sent before. */
export function TicketForm() {
  const navigate = useNavigate()
  const look = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void navigate({
      to: '/settings/report',
      search: { ticket: String(new FormData(event.currentTarget).get('ticket')).trim() },
    })
  }
  return (
    <Section title={m.reports_have_ticket()}>
      <form onSubmit={look} className="flex flex-col gap-4">
        <Field label={m.reports_ticket_label()}>
          <Input
            name="ticket"
            required
            maxLength={40}
            placeholder="FR-…"
            autoCapitalize="characters"
            autoComplete="off"
          />
        </Field>
        <Button type="submit">{m.reports_look()}</Button>
      </form>
    </Section>
  )
}

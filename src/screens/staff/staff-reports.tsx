import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { StaffReport } from '../../../contract/staff.ts'
import { m } from '../../paraglide/messages.js'
import { staffReportsQuery, useDecideReport, useTakeReport } from '../../queries/staff.ts'
import { toast } from '../../stores/toasts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { RefusalMessage } from '../account/section.tsx'
import { kindLabels, objectLabels, stateLabels } from '../reports/report-labels.ts'
import { Evidence } from './evidence.tsx'
import { Pages } from './pages.tsx'
import { ReasonForm } from './reason-form.tsx'

/** Notices of the public, the next clock first. */
export function StaffReports() {
  const [status, setStatus] = useState<'open' | 'upheld' | 'rejected'>('open')
  const query = useInfiniteQuery(staffReportsQuery(status))
  return (
    <>
      <Tabs
        label={m.staff_tab_reports()}
        tabs={[
          { id: 'open', label: m.staff_reports_open() },
          { id: 'upheld', label: m.staff_reports_upheld() },
          { id: 'rejected', label: m.staff_reports_rejected() },
        ]}
        value={status}
        onChange={setStatus}
      />
      <Pages query={query} empty={m.staff_reports_none()} row={(it) => <Row key={it.id} it={it} />} />
    </>
  )
}

function Row({ it }: { it: StaffReport }) {
  const take = useTakeReport()
  const [decision, setDecision] = useState<'upheld' | 'rejected' | null>(null)
  const isOpen = it.decided_at === null
  const isLate = isOpen && new Date(it.due_at).getTime() < Date.now()
  return (
    <li className="flex flex-col gap-3 px-4 py-5 sm:px-6">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-semibold">{kindLabels[it.kind]()}</span>
        <Badge tone={isLate ? 'rust' : 'plain'}>{stateLabels[it.status]()}</Badge>
        {isOpen && (
          <span className={isLate ? 'font-semibold text-rust-text text-sm' : 'text-ink-soft text-sm'}>
            {m.reports_due()} <TimeAgo at={it.due_at} />
          </span>
        )}
      </p>
      <p className="break-words text-sm">
        <span className="text-ink-soft">{m.reports_object()} </span>
        <ReportedObject it={it} /> {it.subject?.username && <Person username={it.subject.username} />}
      </p>
      {it.object_kind !== null && it.object_kind !== 'user' && <Evidence report={it} />}
      {it.evidence && (
        <blockquote className="wrap-anywhere whitespace-pre-line rounded-control border-hairline border-l-4 bg-sunken p-3">
          {it.evidence}
        </blockquote>
      )}
      {it.text !== '' && <p className="whitespace-pre-line break-words">{it.text}</p>}
      <p className="text-ink-soft text-sm">
        {it.ticket} · {it.reporter?.username ? `@${it.reporter.username}` : (it.email ?? m.staff_anonymous())} ·{' '}
        <TimeAgo at={it.created_at} />
      </p>
      {it.answer && <p className="whitespace-pre-line rounded-control bg-sunken p-3 text-sm">{it.answer}</p>}
      <RefusalMessage error={take.error} />
      {isOpen && decision === null && (
        <div className="grid grid-cols-2 gap-2 sm:flex">
          {it.status === 'received' && (
            <Button className="max-sm:col-span-2" busy={take.isPending} onClick={() => take.mutate(it.id)}>
              {m.staff_take()}
            </Button>
          )}
          <Button onClick={() => setDecision('rejected')}>{m.staff_dismiss()}</Button>
          <Button variant="primary" onClick={() => setDecision('upheld')}>
            {m.staff_uphold()}
          </Button>
        </div>
      )}
      {decision && <Decide it={it} decision={decision} onCancel={() => setDecision(null)} />}
    </li>
  )
}

/** The reported object with a link to its page; a message is shown only to its two users. */
function ReportedObject({ it }: { it: StaffReport }) {
  const username = it.subject?.username
  const label = it.object_kind === null ? it.object : objectLabels[it.object_kind]()
  if (!username || it.post_id === null) return label
  // A comment belongs to a post, whose page names its author.
  return (
    <Link to="/@{$username}/$id" params={{ username, id: it.post_id }} className="underline underline-offset-2">
      {label}
    </Link>
  )
}

function Person({ username }: { username: string }) {
  return (
    <Link to="/@{$username}" params={{ username }} className="text-ink-soft underline underline-offset-2">
      @{username}
    </Link>
  )
}

function Decide({
  it,
  decision,
  onCancel,
}: {
  it: StaffReport
  decision: 'upheld' | 'rejected'
  onCancel: () => void
}) {
  const canRemove = decision === 'upheld' && it.object_kind !== null && it.object_kind !== 'user'
  const [remove, setRemove] = useState(canRemove)
  const decide = useDecideReport()
  return (
    <ReasonForm
      label={m.staff_answer()}
      action={decision === 'upheld' ? m.staff_uphold() : m.staff_dismiss()}
      danger={remove}
      busy={decide.isPending}
      error={decide.error}
      onCancel={onCancel}
      onSend={(answer) =>
        decide.mutate(
          { id: it.id, decision, remove, answer },
          { onSuccess: () => toast(m.staff_decided(), { type: 'success' }) },
        )
      }
    >
      {canRemove && <Switch label={m.staff_remove_thing()} checked={remove} onChange={setRemove} />}
    </ReasonForm>
  )
}

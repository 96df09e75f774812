import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type ReportKind, reportHours } from '../../../contract/report-kinds.ts'
import { m } from '../../paraglide/messages.js'
import { useSendReport } from '../../queries/reports.ts'
import { closeSafety, type Reported } from '../../stores/safety.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { SheetPanel } from '../../ui/sheet-panel.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { RefusalMessage } from '../account/section.tsx'
import { useHumanCheck } from '../auth/use-human-check.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { reasonLabels, reasons } from './report-labels.ts'
import { ReportThanks } from './report-thanks.tsx'

/** A report in three taps: “Report”, a reason, “Send”. The page with the form is for everything else. */
export function ReportSheet({ reported }: { reported: Reported }) {
  const viewer = useViewer()
  const [kind, setKind] = useState<ReportKind | null>(null)
  const [text, setText] = useState('')
  const [isChecking, setIsChecking] = useState(false)
  const { mutateAsync, isPending, error, data } = useSendReport()
  // An operator reports as a visitor does.
  const human = useHumanCheck({ needed: viewer === null || viewer.acting_as !== null })
  const send = async (kind: ReportKind) => {
    setIsChecking(true)
    try {
      const object = { kind: reported.kind, id: reported.id }
      await mutateAsync({ human: await human.take(), kind, object, text })
    } catch {
      human.renew()
    } finally {
      setIsChecking(false)
    }
  }
  if (data && kind) return <ReportThanks reported={reported} kind={kind} ticket={data.ticket} />
  return (
    <SheetPanel
      open
      onOpenChange={(open) => !open && closeSafety()}
      held={isPending}
      title={m.report_sheet_title()}
      actions={
        <Button
          variant="primary"
          wide
          busy={isPending || isChecking}
          disabledReason={kind === null ? m.report_sheet_choose() : null}
          onClick={() => kind && void send(kind)}
        >
          {m.reports_send()}
        </Button>
      }
    >
      <ReportedCard reported={reported} />
      <Reasons value={kind} onChange={setKind} />
      {kind && (
        <div className="mt-4">
          <Field label={m.report_sheet_more()} hint={m.reports_within({ hours: reportHours[kind] })} optional>
            <Textarea rows={2} maxLength={5000} value={text} onChange={(event) => setText(event.target.value)} />
          </Field>
        </div>
      )}
      {human.field}
      <RefusalMessage error={error} />
      <Link
        to="/settings/report"
        search={{ object: `${reported.kind}:${reported.id}`, kind: 'other' }}
        onClick={closeSafety}
        className="mt-2 inline-flex min-h-11 items-center text-ink-soft text-sm underline underline-offset-4"
      >
        {m.report_sheet_else()}
      </Link>
    </SheetPanel>
  )
}

function Reasons({ value, onChange }: { value: ReportKind | null; onChange: (kind: ReportKind) => void }) {
  return (
    <fieldset className="mt-4">
      <legend className="font-semibold text-sm">{m.report_sheet_reason()}</legend>
      {reasons.map((reason) => (
        <label key={reason} className="flex min-h-12 cursor-pointer items-center gap-3 border-hairline border-b py-2">
          <input
            type="radio"
            name="reason"
            checked={value === reason}
            onChange={() => onChange(reason)}
            className="size-5 shrink-0 accent-ink"
          />
          {reasonLabels[reason]()}
        </label>
      ))}
    </fieldset>
  )
}

/** What is reported, as it was seen. */
function ReportedCard({ reported: { owner, text } }: { reported: Reported }) {
  return (
    <div className="flex items-center gap-3 rounded-control bg-sunken p-3">
      <Avatar user={owner} size="sm" />
      <div className="min-w-0">
        <p className="truncate font-semibold text-sm">{owner.display_name || `@${owner.username}`}</p>
        <p className="wrap-anywhere line-clamp-2 text-ink-soft text-sm">{text || `@${owner.username}`}</p>
      </div>
    </div>
  )
}

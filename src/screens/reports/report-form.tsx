import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { type ReportKind, reportHours, reportKinds, reportObjects } from '../../../contract/report-kinds.ts'
import { fieldError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useSendReport } from '../../queries/reports.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { RefusalMessage, Section } from '../account/section.tsx'
import { useHumanCheck } from '../auth/use-human-check.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { kindLabels } from './report-labels.ts'

type ReportFormProps = {
  /** `post:…` when the form was opened from one, or words for the field. */
  object: string | undefined
  /** What it is about at first. */
  kind?: ReportKind | undefined
}

/** The form of a report: object, address, reason. */
export function ReportForm({ object, kind: initialKind = 'illegal_content' }: ReportFormProps) {
  const viewer = useViewer()
  const navigate = useNavigate()
  const [kind, setKind] = useState(initialKind)
  const { mutateAsync, isPending, error } = useSendReport()
  // An operator reports as a visitor does.
  const human = useHumanCheck({ needed: viewer === null || viewer.acting_as !== null })
  const [checking, setChecking] = useState(false)
  const reported = parseReported(object)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const email = String(form.get('email') ?? '').trim()
    setChecking(true)
    try {
      const { ticket } = await mutateAsync({
        human: await human.take(),
        kind,
        object: reported ?? String(form.get('object')),
        text: String(form.get('text')),
        ...(email !== '' && { email }),
      })
      void navigate({ to: '/settings/report', search: { ticket } })
    } catch {
      human.renew()
    } finally {
      setChecking(false)
    }
  }
  return (
    <Section title={m.reports_form_title()} text={m.reports_form_text()}>
      <form onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
        <Field label={m.reports_kind()} hint={m.reports_within({ hours: reportHours[kind] })}>
          <Select
            value={kind}
            onChange={(event) => setKind(reportKinds.find((it) => it === event.target.value) ?? 'other')}
          >
            {reportKinds.map((reportKind) => (
              <option key={reportKind} value={reportKind}>
                {kindLabels[reportKind]()}
              </option>
            ))}
          </Select>
        </Field>
        {reported ? (
          <p className="text-ink-soft text-sm">{m.reports_about_thing()}</p>
        ) : (
          <Field
            label={m.reports_object()}
            hint={m.reports_object_hint()}
            error={fieldError(error, 'object') === null ? null : m.reports_object_wrong()}
          >
            <Input name="object" required maxLength={1000} defaultValue={object ?? ''} />
          </Field>
        )}
        <Field label={m.reports_text()} error={fieldError(error, 'text') === null ? null : m.reports_text_wrong()}>
          <Textarea name="text" required maxLength={5000} rows={5} />
        </Field>
        {viewer === null && (
          <Field
            label={m.reports_email()}
            hint={m.reports_email_hint()}
            optional
            error={fieldError(error, 'email') === null ? null : m.auth_invalid_email()}
          >
            <Input name="email" type="email" autoComplete="email" inputMode="email" maxLength={320} />
          </Field>
        )}
        {human.field}
        <RefusalMessage error={error} />
        <Button type="submit" variant="primary" busy={isPending || checking}>
          {m.reports_send()}
        </Button>
      </form>
    </Section>
  )
}

function parseReported(object: string | undefined): { kind: (typeof reportObjects)[number]; id: string } | null {
  const [kind, id] = (object ?? '').split(':')
  const known = reportObjects.find((it) => it === kind)
  return known && id ? { kind: known, id } : null
}

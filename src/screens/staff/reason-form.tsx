import { type FormEvent, type ReactNode, useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { StaffRefusal } from './staff-refusal.tsx'

type ReasonFormProps = {
  label: string
  action: string
  danger?: boolean
  busy: boolean
  error: Error | null
  onCancel: () => void
  onSend: (reason: string) => void
  children?: ReactNode
}

/** A decision and its reason, for the user or for the log of staff. The text stays when it is refused. */
export function ReasonForm({
  label,
  action,
  danger = false,
  busy,
  error,
  onCancel,
  onSend,
  children,
}: ReasonFormProps) {
  const [reason, setReason] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    onSend(reason)
  }
  return (
    <form onSubmit={send} className="flex flex-col gap-3">
      <Field label={label}>
        <Textarea
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          required
          minLength={3}
          maxLength={1000}
        />
      </Field>
      {children}
      <StaffRefusal error={error} />
      <div className="flex gap-2">
        <Button variant="ghost" onClick={onCancel}>
          {m.account_cancel()}
        </Button>
        <Button
          type="submit"
          variant={danger ? 'danger' : 'primary'}
          busy={busy}
          disabledReason={reason.trim().length < 3 ? m.staff_reason_needed() : null}
        >
          {action}
        </Button>
      </div>
    </form>
  )
}

import { type FormEvent, useId } from 'react'
import { listNameLength } from '../../../contract/limits.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Sheet } from '../../ui/sheet.tsx'

type NameSheetProps = {
  title: string
  name?: string
  hint?: string
  busy: boolean
  error: unknown
  onClose: () => void
  onSave: (name: string) => void
}

/** The name of a list. */
export function NameSheet({ title, name = '', hint, busy, error, onClose, onSave }: NameSheetProps) {
  const form = useId()
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSave(String(new FormData(event.currentTarget).get('name') ?? '').trim())
  }
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={title}
      held={busy}
      actions={
        <Button type="submit" form={form} variant="primary" busy={busy}>
          {m.chat_save()}
        </Button>
      }
    >
      <form id={form} onSubmit={save}>
        <Field label={m.audience_list_name()} hint={hint} error={error ? errorMessage(error) : null}>
          <Input name="name" defaultValue={name} maxLength={listNameLength} autoComplete="off" required />
        </Field>
      </form>
    </Sheet>
  )
}

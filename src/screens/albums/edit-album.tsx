import { type FormEvent, useId } from 'react'
import { albumDescriptionLength, albumNameLength } from '../../../contract/limits.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Textarea } from '../../ui/textarea.tsx'

type Texts = { name: string; description: string }
type EditAlbumProps = {
  title: string
  /** What it says now. */
  texts?: Texts
  save: string
  busy: boolean
  error: unknown
  onClose: () => void
  onSave: (texts: Texts) => void
}

/** Name and description of an album, new or not. */
export function EditAlbum({ title, texts, save, busy, error, onClose, onSave }: EditAlbumProps) {
  const form = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const written = new FormData(event.currentTarget)
    const textOf = (field: keyof Texts) => String(written.get(field) ?? '').trim()
    onSave({ name: textOf('name'), description: textOf('description') })
  }
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={title}
      held={busy}
      actions={
        <Button type="submit" form={form} variant="primary" busy={busy}>
          {save}
        </Button>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        <Field label={m.albums_name()} error={error ? errorMessage(error) : null}>
          <Input name="name" defaultValue={texts?.name} maxLength={albumNameLength} autoComplete="off" required />
        </Field>
        <Field label={m.albums_description()} optional>
          <Textarea name="description" defaultValue={texts?.description} maxLength={albumDescriptionLength} />
        </Field>
      </form>
    </Sheet>
  )
}

import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import { tagsPerMedia } from '../../../contract/limits.ts'
import { m } from '../../paraglide/messages.js'
import { vaultLabelsQuery } from '../../queries/media.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Sheet } from '../../ui/sheet.tsx'

type FolderSheetProps = {
  title: string
  /** The name that is written already. */
  folder?: string
  busy: boolean
  onClose: () => void
  /** Null takes media out of their folders. */
  onSave: (folder: string | null) => void
  /** A folder cannot be renamed to nothing. */
  required?: boolean
}

/** The name of a folder; those that exist are offered while typing. */
export function FolderSheet({ title, folder, busy, onClose, onSave, required = false }: FolderSheetProps) {
  const { data: labels } = useQuery(vaultLabelsQuery())
  const [form, known] = [useId(), useId()]
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('folder') ?? '').trim()
    if (name !== '' || !required) onSave(name || null)
  }
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={title}
      actions={
        <Button type="submit" form={form} variant="primary" busy={busy}>
          {m.vault_save()}
        </Button>
      }
    >
      <form id={form} onSubmit={save}>
        <Field label={m.vault_folder()} hint={required ? undefined : m.vault_move_hint()}>
          <Input
            name="folder"
            defaultValue={folder ?? ''}
            maxLength={60}
            list={known}
            autoComplete="off"
            required={required}
          />
        </Field>
        <datalist id={known}>
          {labels?.folders.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </form>
    </Sheet>
  )
}

type TagSheetProps = { busy: boolean; onClose: () => void; onTag: (act: 'tag' | 'untag', tags: string[]) => void }

/** Tags to add to the selected media, or to remove from them. */
export function TagSheet({ busy, onClose, onTag }: TagSheetProps) {
  const { data: labels } = useQuery(vaultLabelsQuery())
  const [form, known] = [useId(), useId()]
  const act = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const tags = tagsOf(String(new FormData(event.currentTarget).get('tags') ?? ''))
    const { submitter } = event.nativeEvent as SubmitEvent
    if (tags.length > 0) onTag(submitter?.dataset.act === 'untag' ? 'untag' : 'tag', tags)
  }
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={m.vault_tags()}
      actions={
        <>
          <Button type="submit" form={form} data-act="untag" busy={busy}>
            {m.vault_tags_remove()}
          </Button>
          <Button type="submit" form={form} data-act="tag" variant="primary" busy={busy}>
            {m.vault_tags_add()}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={act}>
        <Field label={m.vault_tags()} hint={m.vault_tags_hint()}>
          <Input name="tags" maxLength={450} list={known} autoComplete="off" required />
        </Field>
        <datalist id={known}>
          {labels?.tags.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </form>
    </Sheet>
  )
}

function tagsOf(written: string): string[] {
  const tags = written.split(',').map((it) => it.trim().slice(0, 40))
  return [...new Set(tags)].filter(Boolean).slice(0, tagsPerMedia)
}

import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import { mediaNameLength, tagsPerMedia } from '../../../contract/limits.ts'
import type { PrivateMedia } from '../../../contract/media.ts'
import { m } from '../../paraglide/messages.js'
import { useUpdateMedia, vaultLabelsQuery } from '../../queries/media.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { DescriptionField } from './description-field.tsx'

/** Name, description, folder and tags; what exists already is offered while typing. */
export function MediaLabels({ media }: { media: PrivateMedia }) {
  const { data: labels } = useQuery(vaultLabelsQuery())
  const { mutate, isPending } = useUpdateMedia(media.id)
  const known = useId()
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    const tags = [
      ...new Set(
        text('tags')
          .split(',')
          .map((it) => it.trim().slice(0, 40)),
      ),
    ]
      .filter(Boolean)
      .slice(0, tagsPerMedia)
    mutate(
      { name: text('name') || null, description: text('description') || null, folder: text('folder') || null, tags },
      { onSuccess: () => toast(m.vault_saved(), { type: 'success' }) },
    )
  }
  return (
    <form onSubmit={save} className="flex flex-col gap-4">
      <Field label={m.vault_name()} optional>
        <Input name="name" defaultValue={media.name ?? ''} maxLength={mediaNameLength} autoComplete="off" />
      </Field>
      <DescriptionField defaultValue={media.description ?? ''} />
      <Field label={m.vault_folder()} hint={m.vault_folder_hint()} optional>
        <Input name="folder" defaultValue={media.folder ?? ''} maxLength={60} list={known} autoComplete="off" />
      </Field>
      <datalist id={known}>
        {labels?.folders.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Field label={m.vault_tags()} hint={m.vault_tags_hint()} optional>
        <Input name="tags" defaultValue={media.tags.join(', ')} maxLength={450} autoComplete="off" />
      </Field>
      <Button type="submit" busy={isPending} className="self-start">
        {m.vault_save()}
      </Button>
    </form>
  )
}

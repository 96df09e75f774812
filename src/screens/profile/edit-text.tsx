import { type FormEvent, useState } from 'react'
import { bioLength, displayNameLength } from '../../../contract/limits.ts'
import type { Profile } from '../../../contract/profile.ts'
import { errorMessage, fieldError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useUpdateProfile } from '../../queries/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { FormError } from '../auth/auth-layout.tsx'
import { EditPreview } from './edit-preview.tsx'

type Edit = { viewer: Profile; onSaved: () => void }
type TextField = 'display_name' | 'bio' | 'location'

/** Name, bio and location. An emptied field is removed. */
export function EditText({ viewer, fields, onSaved }: Edit & { fields: readonly TextField[] }) {
  const { mutate, isPending, error } = useUpdateProfile()
  const [typed, setTyped] = useState<Partial<Record<TextField, string | null>>>({})
  const read = (form: HTMLFormElement) => {
    const values = new FormData(form)
    return Object.fromEntries(fields.map((it) => [it, String(values.get(it)).trim() || null]))
  }
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    mutate(read(event.currentTarget), { onSuccess: onSaved })
  }
  return (
    <form onSubmit={send} onInput={(event) => setTyped(read(event.currentTarget))} className="flex flex-col gap-5">
      <EditPreview shown={{ ...viewer, ...typed }} />
      {error && <FormError>{fieldError(error) ?? errorMessage(error)}</FormError>}
      {fields.includes('display_name') && (
        <Field label={m.profile_display_name()} optional>
          <Input
            name="display_name"
            defaultValue={viewer.display_name ?? ''}
            maxLength={displayNameLength}
            autoComplete="name"
          />
        </Field>
      )}
      {fields.includes('bio') && (
        <Field label={m.profile_bio()} optional>
          <Textarea name="bio" rows={4} defaultValue={viewer.bio ?? ''} maxLength={bioLength} />
        </Field>
      )}
      {fields.includes('location') && (
        <Field label={m.profile_location()} optional>
          <Input name="location" defaultValue={viewer.location ?? ''} maxLength={80} />
        </Field>
      )}
      <Save busy={isPending} />
    </form>
  )
}

/** Up to five links, each with a name. */
export function EditLinks({ viewer, onSaved }: Edit) {
  const { mutate, isPending, error } = useUpdateProfile()
  const [links, setLinks] = useState(viewer.links.length > 0 ? viewer.links : [{ title: '', url: '' }])
  const change = (at: number, part: Partial<(typeof links)[number]>) =>
    setLinks(links.map((it, index) => (index === at ? { ...it, ...part } : it)))
  const send = (event: FormEvent) => {
    event.preventDefault()
    const filled = links
      .filter((it) => it.url.trim() !== '')
      .map((it) => ({ title: it.title.trim() || it.url.trim(), url: it.url.trim() }))
    mutate({ links: filled }, { onSuccess: onSaved })
  }
  return (
    <form onSubmit={send} className="flex flex-col gap-5">
      <EditPreview shown={{ ...viewer, links }} />
      {error && <FormError>{fieldError(error) ?? errorMessage(error)}</FormError>}
      {links.map((link, at) => (
        <fieldset key={String(at)} className="flex flex-col gap-3 border-hairline border-b pb-5">
          <Field label={m.profile_link_title()}>
            <Input value={link.title} maxLength={60} onChange={(event) => change(at, { title: event.target.value })} />
          </Field>
          <Field label={m.profile_link_url()} hint={m.profile_link_hint()}>
            <Input
              type="url"
              inputMode="url"
              value={link.url}
              maxLength={300}
              pattern="https://.+"
              onChange={(event) => change(at, { url: event.target.value })}
            />
          </Field>
        </fieldset>
      ))}
      {links.length < 5 && (
        <Button
          variant="ghost"
          className="-ml-4 self-start"
          onClick={() => setLinks([...links, { title: '', url: '' }])}
        >
          {m.profile_link_add()}
        </Button>
      )}
      <Save busy={isPending} />
    </form>
  )
}

function Save({ busy }: { busy: boolean }) {
  return (
    <Button type="submit" variant="primary" size="lg" wide busy={busy}>
      {m.profile_save()}
    </Button>
  )
}

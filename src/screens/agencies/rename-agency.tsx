import { type FormEvent, useState } from 'react'
import type { Agency } from '../../../contract/agency-shapes.ts'
import { agencyNameLength } from '../../../contract/limits.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useUpdateAgency } from '../../queries/agencies.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

export function RenameAgency({ agency }: { agency: Agency }) {
  const rename = useUpdateAgency()
  const [name, setName] = useState(agency.name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rename.mutate({ id: agency.id, name: name.trim() })
  }
  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <Field label={m.agencies_name()} className="flex-1" error={rename.isError ? errorMessage(rename.error) : null}>
        <Input value={name} onChange={(event) => setName(event.target.value)} maxLength={agencyNameLength} />
      </Field>
      <Button
        type="submit"
        busy={rename.isPending}
        disabledReason={name.trim().length < 2 ? m.agencies_name_needed() : null}
      >
        {m.agencies_save()}
      </Button>
    </form>
  )
}

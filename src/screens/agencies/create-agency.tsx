import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { agencyNameLength } from '../../../contract/limits.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useCreateAgency } from '../../queries/agencies.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Sheet } from '../../ui/sheet.tsx'

/** Founds an agency and leads to it. */
export function CreateAgency({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const create = useCreateAgency()
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate(
      { name: name.trim() },
      { onSuccess: ({ id }) => void navigate({ to: '/agency/$id', params: { id } }) },
    )
  }
  return (
    <Sheet
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={m.agencies_create()}
      description={m.agencies_create_text()}
      held={create.isPending}
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label={m.agencies_name()} error={create.isError ? errorMessage(create.error) : null}>
          <Input
            value={name}
            onChange={(event) => setName(event.target.value)}
            maxLength={agencyNameLength}
            required
            minLength={2}
            autoFocus
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          wide
          busy={create.isPending}
          disabledReason={name.trim().length < 2 ? m.agencies_name_needed() : null}
        >
          {m.agencies_create()}
        </Button>
      </form>
    </Sheet>
  )
}

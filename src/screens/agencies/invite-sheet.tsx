import { type FormEvent, useState } from 'react'
import { canonicalUsername } from '../../../contract/username.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useInviteToAgency } from '../../queries/agencies.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { roleLabel } from './role-labels.ts'

type InviteSheetProps = {
  agencyId: string
  kind: 'creator' | 'member'
  open: boolean
  onClose: () => void
  mayInviteAdmins: boolean
}

/** Invites a user by username; nothing opens before they accept. */
export function InviteSheet({ agencyId, kind, open, onClose, mayInviteAdmins }: InviteSheetProps) {
  const invite = useInviteToAgency()
  const [username, setUsername] = useState('')
  const [role, setRole] = useState<'admin' | 'operator'>('operator')
  const isMember = kind === 'member'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const name = canonicalUsername(username)
    invite.mutate(
      { id: agencyId, kind, username: name, ...(isMember && { role }) },
      {
        onSuccess: () => {
          toast(m.agencies_invited({ name: `@${name}` }), { type: 'success' })
          setUsername('')
          onClose()
        },
      },
    )
  }
  return (
    <Sheet
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={isMember ? m.agencies_invite_member() : m.agencies_invite_creator()}
      description={isMember ? m.agencies_invite_member_text() : m.agencies_invite_creator_text()}
      held={invite.isPending}
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label={m.agencies_username()} error={invite.isError ? errorMessage(invite.error) : null}>
          <Input
            before="@"
            value={username}
            onChange={(event) => setUsername(event.target.value)}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            required
            autoFocus
          />
        </Field>
        {isMember && mayInviteAdmins && (
          <Field label={m.agencies_role()}>
            <Select value={role} onChange={(event) => setRole(event.target.value === 'admin' ? 'admin' : 'operator')}>
              <option value="operator">{roleLabel('operator')}</option>
              <option value="admin">{roleLabel('admin')}</option>
            </Select>
          </Field>
        )}
        <Button
          type="submit"
          variant="primary"
          wide
          busy={invite.isPending}
          disabledReason={username.trim() === '' ? m.agencies_username_needed() : null}
        >
          {m.agencies_invite()}
        </Button>
      </form>
    </Sheet>
  )
}

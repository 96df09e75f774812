import { useState } from 'react'
import type { TeamInboxRow } from '../../../contract/acting.ts'
import type { Agency } from '../../../contract/agency-shapes.ts'
import { errorMessage, RefusalError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useClaimConversation } from '../../queries/agencies.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { nameOf } from './person.tsx'

/** Assigns a conversation to a member of the team, with a note. */
export function HandOverSheet({ agency, row, onClose }: { agency: Agency; row: TeamInboxRow; onClose: () => void }) {
  const claim = useClaimConversation()
  const others = agency.members.filter((it) => it.user.id !== row.creator.id)
  const [operatorId, setOperatorId] = useState(
    others.find((it) => it.id !== agency.my_member_id)?.user.id ?? others[0]?.user.id ?? '',
  )
  const [note, setNote] = useState(row.claim?.note ?? '')
  const send = () =>
    claim.mutate(
      {
        agency_id: agency.id,
        creator_id: row.creator.id,
        fan_id: row.fan.id,
        operator_id: operatorId,
        note: note.trim(),
      },
      { onSuccess: onClose },
    )
  const isNotTheirs = claim.error instanceof RefusalError && claim.error.status === 404
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={m.agencies_inbox_hand_over()}
      held={claim.isPending}
      actions={
        <Button variant="primary" busy={claim.isPending} onClick={send}>
          {m.agencies_inbox_hand_over()}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Field
          label={m.agencies_inbox_assignee()}
          error={claim.isError ? (isNotTheirs ? m.agencies_inbox_not_theirs() : errorMessage(claim.error)) : null}
        >
          <Select value={operatorId} onChange={(event) => setOperatorId(event.target.value)}>
            {others.map((member) => (
              <option key={member.id} value={member.user.id}>
                {nameOf(member.user)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={m.agencies_inbox_note()} optional>
          <Textarea value={note} onChange={(event) => setNote(event.target.value)} maxLength={1000} rows={4} />
        </Field>
      </div>
    </Sheet>
  )
}

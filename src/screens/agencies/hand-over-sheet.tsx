import { useState } from 'react'
import type { Agency } from '../../../contract/agency-shapes.ts'
import { errorMessage, RefusalError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { type Claim, useClaimConversation } from '../../queries/team-inbox.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { nameOf } from './person.tsx'

type HandOverSheetProps = {
  agency: Agency
  place: Pick<Claim, 'agency_id' | 'creator_id' | 'fan_id'>
  /** The note that is there. */
  note: string
  onClose: () => void
}

/** Assigns a conversation to a member of the team, with a note. */
export function HandOverSheet({ agency, place, note: before, onClose }: HandOverSheetProps) {
  const claim = useClaimConversation()
  const others = agency.members.filter((it) => it.user.id !== place.creator_id)
  const [operatorId, setOperatorId] = useState(
    others.find((it) => it.id !== agency.my_member_id)?.user.id ?? others[0]?.user.id ?? '',
  )
  const [note, setNote] = useState(before)
  const send = () =>
    claim.mutate(
      {
        ...place,
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

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '../../../contract/users.ts'
import { errorMessage, RefusalError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { type TeamPlace, teamColleaguesQuery, useClaimConversation } from '../../queries/team-inbox.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { nameOf } from './person.tsx'

type HandOverSheetProps = {
  place: TeamPlace
  /** The note that is there. */
  note: string
  onClose: () => void
}

/** Hands a conversation to a colleague who may chat for this creator now, with a note. */
export function HandOverSheet({ place, note: before, onClose }: HandOverSheetProps) {
  const { data, error, refetch, isFetching } = useQuery(teamColleaguesQuery(place))
  const claim = useClaimConversation()
  const [chosen, setChosen] = useState<string | null>(null)
  const [note, setNote] = useState(before)
  const operatorId = chosen ?? data?.data[0]?.id
  const send = () => {
    const { agencyId: agency_id, creatorId: creator_id, fanId: fan_id } = place
    claim.mutate(
      { agency_id, creator_id, fan_id, operator_id: operatorId ?? null, note: note.trim() },
      { onSuccess: onClose },
    )
  }
  const isNotTheirs = claim.error instanceof RefusalError && claim.error.status === 404
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={m.agencies_inbox_hand_over()}
      held={claim.isPending}
      actions={
        operatorId !== undefined && (
          <Button variant="primary" busy={claim.isPending} onClick={send}>
            {m.agencies_inbox_hand_over()}
          </Button>
        )
      }
    >
      {error && !data ? (
        <LoadError error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : data === undefined ? (
        <Skeleton className="h-40 w-full" />
      ) : operatorId === undefined ? (
        <p>{m.agencies_inbox_alone()}</p>
      ) : (
        <div className="flex flex-col gap-4">
          <Field
            label={m.agencies_inbox_assignee()}
            error={claim.isError ? (isNotTheirs ? m.agencies_inbox_not_theirs() : errorMessage(claim.error)) : null}
          >
            <Select value={operatorId} onChange={(event) => setChosen(event.target.value)}>
              {data.data.map((user: User) => (
                <option key={user.id} value={user.id}>
                  {nameOf(user)}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={m.agencies_inbox_note()} optional>
            <Textarea value={note} onChange={(event) => setNote(event.target.value)} maxLength={1000} rows={4} />
          </Field>
        </div>
      )}
    </Sheet>
  )
}

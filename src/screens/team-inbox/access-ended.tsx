import type { ShiftNow } from '../../../contract/shifts.ts'
import type { User } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import type { TeamPlace } from '../../queries/team-inbox.ts'
import { useDrafts } from '../../stores/drafts.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { nameOf } from '../agencies/person.tsx'
import { useWhen } from '../agencies/shift-line.tsx'
import { teamDraftKey } from './team-place.ts'

type AccessEndedProps = {
  place: TeamPlace
  creator: User | undefined
  /** Of the access that there still is, between its shifts. */
  shift: ShiftNow | null
  onNext: () => void
}

/** The access to a creator has ended while a conversation was open: what was written stays, and goes nowhere. */
export function AccessEnded({ place, creator, shift, onNext }: AccessEndedProps) {
  const draft = useDrafts((it) => it.texts[teamDraftKey(place)] ?? '')
  const copy = () => copyText(draft, m.ui_copied(), m.ui_not_copied())
  const when = useWhen(shift)
  const text = shift ? m.team_inbox_shift_next({ when: when(shift.changes_at) }) : m.team_inbox_ended_text()
  return (
    <div role="alert" className="m-auto flex w-full max-w-md flex-col gap-4 px-6">
      <EmptyState
        scene="curtain"
        title={titleOf(creator, shift)}
        action={
          <Button variant="primary" onClick={onNext}>
            {m.team_inbox_next()}
          </Button>
        }
      >
        {text}
      </EmptyState>
      {draft && (
        <div className="rounded-media bg-sunken p-4">
          <p className="mb-2 font-semibold text-sm">{m.team_inbox_ended_draft()}</p>
          <p className="mb-3 whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">{draft}</p>
          <Button size="sm" onClick={() => void copy()}>
            {m.chat_copy()}
          </Button>
        </div>
      )}
    </div>
  )
}

function titleOf(creator: User | undefined, shift: ShiftNow | null): string {
  if (!creator) return m.team_inbox_ended_title()
  const named = { creator: nameOf(creator) }
  return shift ? m.team_inbox_shift_over(named) : m.team_inbox_ended(named)
}

import type { User } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import type { TeamPlace } from '../../queries/team-inbox.ts'
import { useDrafts } from '../../stores/drafts.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { nameOf } from '../agencies/person.tsx'
import { teamDraftKey } from './team-place.ts'

type AccessEndedProps = { place: TeamPlace; creator: User | undefined; onNext: () => void }

/** The access to a creator has ended while a conversation was open: what was written stays, and goes nowhere. */
export function AccessEnded({ place, creator, onNext }: AccessEndedProps) {
  const draft = useDrafts((it) => it.texts[teamDraftKey(place)] ?? '')
  const copy = () => copyText(draft, m.ui_copied(), m.ui_not_copied())
  return (
    <div role="alert" className="m-auto flex w-full max-w-md flex-col gap-4 px-6">
      <EmptyState
        title={creator ? m.team_inbox_ended({ creator: nameOf(creator) }) : m.team_inbox_ended_title()}
        action={
          <Button variant="primary" onClick={onNext}>
            {m.team_inbox_next()}
          </Button>
        }
      >
        {m.team_inbox_ended_text()}
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

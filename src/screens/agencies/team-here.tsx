import { m } from '../../paraglide/messages.js'
import { useViewer } from '../frame/viewer-context.ts'
import { Icon } from '../../ui/icon.tsx'
import { type Colleague, useTeam } from './use-team.ts'

/** "Lea is typing here too": who else of the team is in this conversation, so that two do not answer at once. */
export function TeamHere({ fanId }: { fanId: string }) {
  const isCreator = useViewer()?.is_creator === true
  const there = useTeam(isCreator ? fanId : null)
  return (
    <div aria-live="polite" data-team>
      {there.length > 0 && (
        <p className="flex items-center gap-2 border-hairline border-b bg-sunken px-4 py-2 text-sm">
          <Icon name="users" className="size-4 shrink-0 text-ink-soft" />
          {teamWords(there)}
        </p>
      )}
    </div>
  )
}

/** Whoever types comes first, as that is what one must know before answering. */
export function teamWords(there: readonly Colleague[]): string {
  const typing = there.find((it) => it.isTyping)
  if (typing) return m.team_typing({ name: nameOf(typing) })
  const [first] = there
  if (first === undefined) return ''
  return there.length === 1 ? m.team_here({ name: nameOf(first) }) : m.team_here_many({ name: nameOf(first) })
}

const nameOf = (it: Colleague): string => it.name ?? m.team_somebody()

import { m } from '../../paraglide/messages.js'
import { Icon } from '../../ui/icon.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { type Colleague, useTeam } from './use-team.ts'

/** "Lea is typing here too": who else of the team is in this conversation, so that two do not answer at once. */
export function TeamPresence({ fanId }: { fanId: string }) {
  const isCreator = useViewer()?.is_creator === true
  const colleagues = useTeam(isCreator ? fanId : null)
  return (
    <div aria-live="polite" data-team>
      {colleagues.length > 0 && (
        <p className="flex items-center gap-2 border-hairline border-b bg-sunken px-4 py-2 text-sm">
          <Icon name="users" className="size-4 shrink-0 text-ink-soft" />
          {teamPresenceLabel(colleagues)}
        </p>
      )}
    </div>
  )
}

/** Colleagues who are typing come first, because the operator must know it before answering. */
export function teamPresenceLabel(colleagues: readonly Colleague[]): string {
  const typing = colleagues.find((it) => it.isTyping)
  if (typing) return m.team_typing({ name: nameOf(typing) })
  const [first] = colleagues
  if (first === undefined) return ''
  return colleagues.length === 1 ? m.team_here({ name: nameOf(first) }) : m.team_here_many({ name: nameOf(first) })
}

const nameOf = (it: Colleague): string => it.name ?? m.team_unnamed_colleague()

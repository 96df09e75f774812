import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { TeamInboxRow } from '../../../contract/team-inbox.ts'
import type { TeamInboxState } from '../../lib/agency-tabs.ts'
import { moneyText } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import { useDrafts } from '../../stores/drafts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { nameOf } from '../agencies/person.tsx'
import { teamPresenceLabel } from '../agencies/team-presence.tsx'
import type { Colleague } from '../agencies/use-team.ts'
import { useViewer } from '../frame/viewer-context.ts'
import { teamDraftKey } from './team-place.ts'

type TeamInboxItemProps = {
  row: TeamInboxRow
  state: TeamInboxState
  isOpen: boolean
  there: readonly Colleague[]
}

/** One conversation of the desk: fan and creator, what the fan is worth, since when they wait, and who is on it. */
export function TeamInboxItem({ row, state, isOpen, there }: TeamInboxItemProps) {
  const draft = useDrafts((it) => it.texts[teamDraftKey({ creatorId: row.creator.id, fanId: row.fan.id })])
  const unread = row.unread_count > 0
  return (
    <Link
      to="/agencies"
      search={{ tab: 'desk', ...state, agency: row.agency_id, as: row.creator.id, fan: row.fan.id }}
      aria-current={isOpen ? 'page' : undefined}
      data-item
      className="flex h-full items-center gap-3 border-hairline border-b px-4 outline-offset-[-4px] hover:bg-sunken aria-[current=page]:bg-sunken"
    >
      <Avatar user={row.fan} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className={clsx('truncate', unread ? 'font-bold' : 'font-semibold')}>{nameOf(row.fan)}</span>
          {row.last_message_at && (
            <span
              className={clsx('ml-auto shrink-0 text-xs', row.awaits_answer ? 'text-signal-text' : 'text-ink-faint')}
            >
              {row.awaits_answer && <span className="sr-only">{m.team_inbox_waits()} </span>}
              <TimeAgo at={row.last_message_at} />
            </span>
          )}
        </span>
        <span className="flex items-center gap-2">
          <span className={clsx('min-w-0 flex-1 truncate text-sm', unread ? 'font-medium text-ink' : 'text-ink-soft')}>
            {draft ? (
              <>
                <span className="text-signal-text">{m.chat_draft()}</span> {draft}
              </>
            ) : (
              row.last_message || m.agencies_inbox_attachment()
            )}
          </span>
          {unread && (
            <span className="flex h-5 min-w-5 shrink-0 items-center justify-center rounded-full bg-signal px-1.5 font-bold text-on-signal text-xs tabular-nums">
              {row.unread_count > 99 ? '99+' : row.unread_count}
              <span className="sr-only"> {m.nav_unread()}</span>
            </span>
          )}
        </span>
        <Facts row={row} there={there} />
      </span>
    </Link>
  )
}

function Facts({ row, there }: Pick<TeamInboxItemProps, 'row' | 'there'>) {
  const me = useViewer()?.id
  const holder = row.claim?.operator ?? null
  return (
    <span className="flex items-center gap-2 text-ink-soft text-xs">
      <span className="min-w-0 truncate">{m.agencies_inbox_to({ creator: nameOf(row.creator) })}</span>
      {row.is_subscriber && <span className="shrink-0 text-leaf-text">{m.team_inbox_subscriber()}</span>}
      {row.spent !== null && row.spent > 0 && (
        <span className="shrink-0 font-semibold tabular-nums">{moneyText(row.spent)}</span>
      )}
      {row.request && (
        <span className="shrink-0 rounded-full bg-brass px-1.5 font-semibold text-on-brass tabular-nums">
          {row.request.price === null ? m.inbox_request() : `${m.inbox_request()} ${moneyText(row.request.price)}`}
        </span>
      )}
      {there.length > 0 ? (
        <span data-team className="ml-auto truncate font-semibold text-ink">
          {teamPresenceLabel(there)}
        </span>
      ) : (
        holder && (
          <span className="ml-auto truncate font-semibold text-ink">
            {holder.id === me ? m.team_inbox_mine() : nameOf(holder)}
          </span>
        )
      )}
    </span>
  )
}

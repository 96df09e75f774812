import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useEffect } from 'react'
import type { TeamInboxRow } from '../../../contract/team-inbox.ts'
import type { TeamInboxState } from '../../lib/agency-tabs.ts'
import { m } from '../../paraglide/messages.js'
import { teamCreatorsQuery, teamInboxKeys } from '../../queries/team-inbox.ts'
import { openDrafts } from '../../stores/drafts.ts'
import { useShiftChange } from '../agencies/use-shift-change.ts'
import { Bar, Frame } from '../frame/frame.tsx'
import { KeysSheet } from '../frame/keys-sheet.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { TeamConversationView } from './team-conversation.tsx'
import { TeamInboxList } from './team-inbox-list.tsx'
import { isAt, isFree, placeOf } from './team-place.ts'
import { useTeamEvents } from './use-team-events.ts'
import { useTeamKeys } from './use-team-keys.ts'
import { useTeamRows } from './use-team-rows.ts'

/**
 * The desk of an operator: all conversations of all creators in one list, answered in place. List, conversation and fan
 * beside each other from 1,024 px, two panes on tablets, one on phones.
 */
export function TeamInboxScreen({ state }: { state: TeamInboxState }) {
  const navigate = useNavigate()
  const viewerId = useViewer()?.id
  useEffect(() => {
    if (viewerId !== undefined) openDrafts(viewerId)
  }, [viewerId])
  const creators = useQuery(teamCreatorsQuery).data?.data ?? []
  useShiftChange(
    creators.map((it) => it.shift),
    teamInboxKeys.all,
  )
  const { fresh, update } = useTeamEvents()
  const list = useTeamRows(state)
  const place = placeOf(state)
  const go = (change: TeamInboxState) =>
    // What is typed is one step of the way back, however many pauses there were.
    void navigate({ to: '/agencies', search: { tab: 'desk', ...state, ...change }, replace: 'q' in change })
  const open = (row: TeamInboxRow) => go({ agency: row.agency_id, as: row.creator.id, fan: row.fan.id })
  const close = () => go({ agency: undefined, as: undefined, fan: undefined })
  const at = list.rows.findIndex((row) => place !== null && isAt(row, place))
  const waits = (row: TeamInboxRow) => row.awaits_answer && isFree(row, viewerId) && !(place && isAt(row, place))
  /** The next fan below the open one who waits and whom no colleague answers; then the first one of all, or of the page below. */
  const next = async () => {
    const row = list.rows.slice(at + 1).find(waits) ?? list.rows.find(waits) ?? (await list.below())?.find(waits)
    if (row) open(row)
    else close()
  }
  useTeamKeys({ next, isOpen: place !== null })
  return (
    <Frame title={m.agencies_inbox()} wide panes tabless={place !== null}>
      <div className="panes flex min-h-0 w-full max-w-[90rem] bg-paper">
        <div
          className={clsx(
            'min-h-0 w-full flex-col md:flex md:w-80 md:shrink-0 md:border-hairline md:border-r',
            place ? 'hidden' : 'flex',
          )}
        >
          <Bar title={m.agencies_inbox()} ownHeading={place !== null} back="/agencies" />
          <TeamInboxList
            state={state}
            list={list}
            creators={creators}
            fresh={fresh}
            onUpdate={update}
            place={place}
            onChange={go}
          />
        </div>
        <div className={clsx('min-h-0 min-w-0 flex-1 flex-col', place ? 'flex' : 'hidden md:flex')}>
          {place ? (
            <TeamConversationView
              key={`${place.agencyId} ${place.creatorId} ${place.fanId}`}
              place={place}
              creator={creators.find((it) => it.agency_id === place.agencyId && it.creator.id === place.creatorId)}
              row={list.rows[at]}
              onNext={next}
              onClose={close}
            />
          ) : (
            <p className="m-auto px-6 text-center text-ink-soft">{m.team_inbox_choose()}</p>
          )}
        </div>
      </div>
      <KeysSheet />
    </Frame>
  )
}

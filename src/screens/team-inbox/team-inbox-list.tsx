import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { teamInboxShows } from '../../../contract/inbox-views.ts'
import type { TeamCreator } from '../../../contract/team-inbox.ts'
import type { TeamInboxState } from '../../lib/agency-tabs.ts'
import { m } from '../../paraglide/messages.js'
import type { TeamPlace } from '../../queries/team-inbox.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { TypedSearch } from '../../ui/typed-search.tsx'
import { nameOf } from '../agencies/person.tsx'
import { useWhen } from '../agencies/shift-line.tsx'
import { useTeamInInbox } from '../agencies/use-team.ts'
import { LoadError } from '../frame/load-error.tsx'
import { TeamInboxItem } from './team-inbox-item.tsx'
import { isAt } from './team-place.ts'
import type { TeamRows } from './use-team-rows.ts'

type TeamInboxListProps = {
  state: TeamInboxState
  list: TeamRows
  creators: readonly TeamCreator[]
  /** How many conversations have news that the order of the list does not show yet. */
  fresh: number
  onUpdate: () => void
  place: TeamPlace | null
  onChange: (change: TeamInboxState) => void
}
type Show = (typeof teamInboxShows)[number]

/** The conversations with their filters; everything that is chosen is in the address. */
export function TeamInboxList({ state, list, creators, fresh, onUpdate, place, onChange }: TeamInboxListProps) {
  const when = useWhen(null)
  /** How many fans of a creator wait, or when the shift for them begins. */
  const factOf = ({ waiting, shift }: TeamCreator) => {
    if (shift?.is_on === false) return m.agencies_shift_begins({ when: when(shift.changes_at) })
    return waiting > 99 ? '99+' : waiting || ''
  }
  return (
    <>
      <Tabs<Show>
        label={m.agencies_inbox_show()}
        tabs={teamInboxShows.map((id) => ({ id, label: showLabels[id]() }))}
        value={state.show ?? 'all'}
        onChange={(show) => onChange({ show: show === 'all' ? undefined : show })}
        panelId="team-inbox"
      />
      <div className="flex flex-wrap gap-2 border-hairline border-b px-4 py-3">
        <div className="w-full">
          <TypedSearch
            label={m.chat_search()}
            value={state.q ?? ''}
            onChange={(q) => onChange({ q: q || undefined })}
          />
        </div>
        <Select
          aria-label={m.team_inbox_creator()}
          value={state.only ?? ''}
          onChange={({ target }) => onChange({ only: target.value || undefined })}
          className="min-w-48 flex-1"
        >
          <option value="">{m.team_inbox_all_creators()}</option>
          {creators.map((it) => (
            <option key={it.agency_id + it.creator.id} value={it.creator.id}>
              {[nameOf(it.creator), factOf(it)].filter(Boolean).join(' · ')}
            </option>
          ))}
        </Select>
        <Select
          aria-label={m.chat_sort()}
          value={state.sort ?? 'recent'}
          onChange={({ target }) => onChange({ sort: target.value === 'waiting' ? 'waiting' : undefined })}
          className="min-w-48 flex-1"
        >
          <option value="recent">{m.chat_sort_recent()}</option>
          <option value="waiting">{m.chat_sort_oldest_unanswered()}</option>
        </Select>
      </div>
      {fresh > 0 && (
        <button
          type="button"
          onClick={onUpdate}
          className="min-h-11 border-hairline border-b bg-sunken px-4 font-semibold text-sm"
        >
          {m.team_inbox_fresh({ count: fresh })} ↑
        </button>
      )}
      <div
        id="team-inbox"
        role="tabpanel"
        aria-label={m.agencies_inbox_show()}
        className="flex min-h-0 flex-1 flex-col"
      >
        {list.isPending && <SkeletonList rows={8} />}
        {list.error && <LoadError error={list.error} onRetry={list.retry} />}
        {!list.isPending && !list.error && list.rows.length === 0 && (
          <Nothing isSearched={state.q !== undefined} waits={nextShift(creators, state.only)} />
        )}
        {list.rows.length > 0 && <Rows list={list} state={state} place={place} />}
      </div>
    </>
  )
}

/** Whose shift begins next, where the operator is off shift for all whom the list is about. */
function nextShift(creators: readonly TeamCreator[], only: string | undefined): TeamCreator | null {
  const about = creators.filter((it) => only === undefined || it.creator.id === only)
  if (about.some((it) => it.shift?.is_on !== false)) return null
  const begins = (it: TeamCreator) => it.shift?.changes_at ?? ''
  return about.reduce<TeamCreator | null>((next, it) => (next && begins(next) <= begins(it) ? next : it), null)
}

function OffShift({ creator, shift }: TeamCreator) {
  const when = useWhen(shift)
  return (
    <EmptyState scene="masks" title={m.team_inbox_off_shift()}>
      {m.team_inbox_off_shift_text({ creator: nameOf(creator), when: when(shift?.changes_at ?? '') })}
    </EmptyState>
  )
}

const Nothing = ({ isSearched, waits }: { isSearched: boolean; waits: TeamCreator | null }) =>
  waits ? (
    <OffShift {...waits} />
  ) : !isSearched ? (
    <EmptyState scene="masks" title={m.agencies_inbox_empty()}>
      {m.agencies_inbox_empty_text()}
    </EmptyState>
  ) : (
    <EmptyState scene="masks" title={m.chat_none_found()}>
      {m.chat_none_found_text()}
    </EmptyState>
  )

const showLabels: Record<Show, () => string> = {
  all: m.agencies_inbox_all,
  unanswered: m.agencies_inbox_unanswered,
  mine: m.agencies_inbox_mine,
  free: m.agencies_inbox_free,
}

/** Only the rows in sight are in the page. */
function Rows({ list, state, place }: Pick<TeamInboxListProps, 'list' | 'state' | 'place'>) {
  const there = useTeamInInbox()
  const scroller = useRef<HTMLDivElement>(null)
  const { rows, hasMore, more } = list
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    initialRect: { width: 320, height: 900 },
    getItemKey: (index) => `${rows[index]?.agency_id} ${rows[index]?.session_id}`,
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const latestMore = useRef(more)
  useEffect(() => {
    latestMore.current = more
  })
  useEffect(() => {
    if (hasMore && last >= rows.length - 10) latestMore.current()
  }, [hasMore, last, rows.length])
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <ul aria-label={m.chat_list()} className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const row = rows[index]
          return (
            row && (
              <li
                key={key}
                aria-setsize={hasMore ? -1 : rows.length}
                aria-posinset={index + 1}
                className="absolute inset-x-0 top-0"
                style={{ height: rowHeight, transform: `translateY(${start}px)` }}
              >
                <TeamInboxItem
                  row={row}
                  state={state}
                  isOpen={place !== null && isAt(row, place)}
                  there={there.filter((it) => it.creatorId === row.creator.id && it.fanId === row.fan.id)}
                />
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}

const rowHeight = 92

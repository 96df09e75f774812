import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TeamInboxRow } from '../../../contract/acting.ts'
import type { Agency } from '../../../contract/agency-shapes.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useStartActing } from '../../queries/acting.ts'
import { type TeamInboxFilter, teamInboxQuery, useClaimConversation } from '../../queries/agencies.ts'
import { toast } from '../../stores/toasts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { MenuItem } from '../../ui/menu-trigger.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { HandOverSheet } from './hand-over-sheet.tsx'
import { nameOf, Person } from './person.tsx'
import { teamPresenceLabel } from './team-presence.tsx'
import { type Colleague, useTeamInInbox } from './use-team.ts'

/** One inbox across all creators whom I may chat for; opening a conversation acts as its creator. */
export function TeamInbox({ agencies }: { agencies: readonly Agency[] }) {
  const [show, setShow] = useState<TeamInboxFilter>('all')
  const inbox = useInfiniteQuery(teamInboxQuery(show))
  const rows = inbox.data?.pages.flatMap((it) => it.data) ?? []
  const there = useTeamInInbox()
  return (
    <>
      <Tabs
        label={m.agencies_inbox_show()}
        tabs={(['all', 'unanswered', 'mine', 'free'] as const).map((id) => ({ id, label: filterLabels[id]() }))}
        value={show}
        onChange={setShow}
        panelId="team-inbox"
      />
      <div id="team-inbox" role="tabpanel" className="divide-y divide-hairline">
        {inbox.isPending && <SkeletonList rows={5} />}
        {inbox.isError && <ErrorState onRetry={() => void inbox.refetch()} busy={inbox.isFetching} />}
        {inbox.data && rows.length === 0 && (
          <EmptyState title={m.agencies_inbox_empty()}>{m.agencies_inbox_empty_text()}</EmptyState>
        )}
        {rows.map((row) => (
          <Conversation
            key={row.agency_id + row.session_id}
            row={row}
            there={there.filter((it) => it.creatorId === row.creator.id && it.fanId === row.fan.id)}
            agency={agencies.find((it) => it.id === row.agency_id)}
          />
        ))}
      </div>
      {rows.length > 0 && (
        <ListEnd
          hasMore={inbox.hasNextPage}
          loading={inbox.isFetchingNextPage}
          onMore={() => void inbox.fetchNextPage()}
        />
      )}
    </>
  )
}

const filterLabels: Record<TeamInboxFilter, () => string> = {
  all: m.agencies_inbox_all,
  unanswered: m.agencies_inbox_unanswered,
  mine: m.agencies_inbox_mine,
  free: m.agencies_inbox_free,
}

type ConversationProps = { row: TeamInboxRow; agency: Agency | undefined; there: readonly Colleague[] }

function Conversation({ row, agency, there }: ConversationProps) {
  const me = useViewer()?.id
  const { busyFor, start } = useStartActing()
  const claim = useClaimConversation()
  const [isHanding, setIsHanding] = useState(false)
  const holder = row.claim?.operator ?? null
  const isMine = holder?.id === me
  const place = { agency_id: row.agency_id, creator_id: row.creator.id, fan_id: row.fan.id }
  const failed = (error: unknown) => void toast(errorMessage(error), { type: 'error' })
  const take: MenuItem = {
    label: m.agencies_inbox_claim(),
    icon: 'check',
    onSelect: () => claim.mutate(place, { onError: failed }),
  }
  const handOver: MenuItem = { label: m.agencies_inbox_hand_over(), icon: 'share', onSelect: () => setIsHanding(true) }
  const release: MenuItem = {
    label: m.agencies_inbox_release(),
    icon: 'undo-2',
    onSelect: () => claim.mutate({ ...place, operator_id: null }, { onError: failed }),
  }
  const items = isMine ? [handOver, release] : holder === null ? [take, handOver] : []
  return (
    <Person
      user={row.fan}
      actions={
        <>
          <Button
            size="sm"
            variant={isMine ? 'primary' : 'secondary'}
            busy={busyFor === row.creator.id}
            onClick={() =>
              start({
                targetId: row.creator.id,
                agencyId: row.agency_id,
                returnPath: `/chat?mode=creator&u=${row.fan.username ?? ''}`,
              })
            }
          >
            {m.agencies_inbox_open()}
          </Button>
          {items.length > 0 && <Menu items={items} />}
          {agency && isHanding && <HandOverSheet agency={agency} row={row} onClose={() => setIsHanding(false)} />}
        </>
      }
    >
      <span className="flex flex-wrap items-center gap-x-2">
        {m.agencies_inbox_to({ creator: nameOf(row.creator) })}
        {row.last_message_at && <TimeAgo at={row.last_message_at} className="text-ink-faint" />}
      </span>
      <span className="flex items-center gap-2 text-ink">
        {row.unread_count > 0 && <Badge tone="signal">{row.unread_count}</Badge>}
        <span className="line-clamp-1">{row.last_message || m.agencies_inbox_attachment()}</span>
      </span>
      {holder && (
        <span className="block">
          {isMine ? m.agencies_inbox_by_me() : m.agencies_inbox_by({ name: nameOf(holder) })}
        </span>
      )}
      {there.length > 0 && (
        <span data-team className="flex items-center gap-1 font-semibold text-ink">
          <Icon name="users" className="size-4" />
          {teamPresenceLabel(there)}
        </span>
      )}
      {row.claim?.note && <span className="mt-1 block border-brass border-l-2 pl-2">{row.claim.note}</span>}
    </Person>
  )
}

import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useDeferredValue, useEffect, useRef, useState } from 'react'
import { conversationFilters } from '../../../contract/chat.ts'
import { m } from '../../paraglide/messages.js'
import { type ConversationsFilter, conversationsQuery } from '../../queries/chat.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { tabClasses, tabListClasses } from '../../ui/tabs.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { ConversationRow } from './conversation-row.tsx'

type ConversationListProps = { mode: 'creator' | undefined; open: string | undefined }
type Filter = (typeof conversationFilters)[number]
type Sort = NonNullable<ConversationsFilter['sort']>

/** The conversations with search, filters and sorting; thousands of them are one window of rows. */
export function ConversationList({ mode, open }: ConversationListProps) {
  const viewer = useViewer()
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<Filter | null>(null)
  const [sort, setSort] = useState<Sort>('recent')
  const query = useDeferredValue(search.trim())
  const list = useInfiniteQuery(
    conversationsQuery({
      mode,
      ...(query && { search: query }),
      ...(filter && { filter }),
      ...(sort !== 'recent' && { sort }),
    }),
  )
  const conversations = list.data?.pages.flatMap((page) => page.data) ?? []
  const isAll = !query && filter === null
  return (
    <>
      {viewer?.is_creator && <Inboxes mode={mode} />}
      <div className="flex flex-col gap-2 border-hairline border-b px-4 py-3">
        <Input
          type="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          placeholder={m.chat_search()}
          aria-label={m.chat_search()}
          before={<Icon name="search" className="size-4" />}
        />
        <Choices mode={mode} filter={filter} onFilter={setFilter} sort={sort} onSort={setSort} />
      </div>
      {list.isPending && <SkeletonList row="h-19 px-4" />}
      {list.isError && !list.data && (
        <LoadError error={list.error} onRetry={() => void list.refetch()} busy={list.isRefetching} />
      )}
      {list.data && conversations.length === 0 && (
        <EmptyState
          title={isAll ? m.session_chat_empty_title() : m.chat_none_found()}
          action={
            isAll &&
            mode === undefined && (
              <Link to="/" search={{ tab: 'discover' }} className={buttonClasses({ variant: 'primary' })}>
                {m.feed_go_discover()}
              </Link>
            )
          }
        >
          {!isAll
            ? m.chat_none_found_text()
            : mode === 'creator'
              ? m.session_chat_empty_fans()
              : m.session_chat_empty_text()}
        </EmptyState>
      )}
      {conversations.length > 0 && (
        <Rows
          key={`${mode} ${filter} ${sort} ${query}`}
          conversations={conversations}
          mode={mode}
          open={open}
          hasMore={list.hasNextPage}
          onMore={() => void (list.isFetchingNextPage || list.fetchNextPage())}
        />
      )}
    </>
  )
}

function Inboxes({ mode }: Pick<ConversationListProps, 'mode'>) {
  return (
    <nav aria-label={m.chat_inboxes()} className={tabListClasses}>
      <Link
        to="/chat"
        search={{ mode: 'creator' }}
        activeOptions={whole}
        aria-current={mode === 'creator' ? 'page' : undefined}
        className={tabClasses}
      >
        {m.chat_mode_creator()}
      </Link>
      <Link
        to="/chat"
        search={{}}
        activeOptions={whole}
        aria-current={mode === undefined ? 'page' : undefined}
        className={tabClasses}
      >
        {m.chat_mode_own()}
      </Link>
      <Link to="/chat/creator-channel" className={tabClasses}>
        {m.title_chat_channel()}
      </Link>
    </nav>
  )
}

/** The two inboxes differ by their query alone. */
const whole = { exact: true, includeSearch: true } as const

type ChoicesProps = {
  mode: 'creator' | undefined
  filter: Filter | null
  onFilter: (filter: Filter | null) => void
  sort: Sort
  onSort: (sort: Sort) => void
}

/** Filters are chips; an operator sees those that the flags open. */
function Choices({ mode, filter, onFilter, sort, onSort }: ChoicesProps) {
  const permissions = useViewer()?.acting_as?.permissions
  const social = permissions === undefined || permissions.can_social
  const payment = permissions === undefined || permissions.can_payment
  const isOpen = (it: Filter) => {
    if (it === 'subscribers' || it === 'followers' || it === 'expired') return mode === 'creator' && social
    return it !== 'tippers' && it !== 'spenders' ? true : mode === 'creator' && payment
  }
  return (
    <div className="no-scrollbar -mx-4 flex items-center gap-2 overflow-x-auto px-4">
      <Select
        aria-label={m.chat_sort()}
        value={sort}
        onChange={(event) => onSort(event.target.value as Sort)}
        className="w-48 shrink-0"
      >
        <option value="recent">{m.chat_sort_recent()}</option>
        <option value="unread_first">{m.chat_sort_unread_first()}</option>
        <option value="oldest_unanswered">{m.chat_sort_oldest_unanswered()}</option>
        {mode === 'creator' && payment && <option value="top_spenders">{m.chat_sort_top_spenders()}</option>}
      </Select>
      {conversationFilters.filter(isOpen).map((choice) => (
        <button
          key={choice}
          type="button"
          aria-pressed={filter === choice}
          onClick={() => onFilter(filter === choice ? null : choice)}
          className="h-11 shrink-0 rounded-full border border-edge px-3 font-medium text-sm aria-pressed:border-transparent aria-pressed:bg-ink aria-pressed:text-paper"
        >
          {filterLabels[choice]()}
        </button>
      ))}
    </div>
  )
}

const filterLabels: Record<Filter, () => string> = {
  unread: m.chat_filter_unread,
  unanswered: m.chat_filter_unanswered,
  online: m.chat_filter_online,
  subscribers: m.chat_filter_subscribers,
  followers: m.chat_filter_followers,
  expired: m.chat_filter_expired,
  tippers: m.chat_filter_tippers,
  spenders: m.chat_filter_spenders,
  muted: m.chat_filter_muted,
  hidden: m.chat_filter_hidden,
  requests: m.chat_filter_requests,
}

type RowsProps = {
  conversations: Parameters<typeof ConversationRow>[0]['conversation'][]
  mode: 'creator' | undefined
  open: string | undefined
  hasMore: boolean
  onMore: () => void
}

/** Only the rows in sight are in the page. Arrows move between them, Home and End jump. */
function Rows({ conversations, mode, open, hasMore, onMore }: RowsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: conversations.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    initialRect: { width: 384, height: 900 },
    getItemKey: (index) => conversations[index]?.id ?? index,
  })
  const items = rows.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const more = useRef(onMore)
  useEffect(() => {
    more.current = onMore
  })
  // What could not be fetched is fetched again when one scrolls on, and not by itself.
  useEffect(() => {
    if (hasMore && last >= conversations.length - 10) more.current()
  }, [hasMore, last, conversations.length])

  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const row = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-index]') : null
    const at = Number(row?.dataset.index ?? -1)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: conversations.length - 1 }[event.key]
    if (to === undefined || to < 0 || to >= conversations.length) return
    event.preventDefault()
    rows.scrollToIndex(to)
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-index="${to}"] a`)?.focus())
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows move between the links inside, which are what acts.
    <div ref={scroller} onKeyDown={move} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <ul aria-label={m.chat_list()} className="relative" style={{ height: rows.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const conversation = conversations[index]
          return (
            conversation && (
              <li
                key={key}
                data-index={index}
                aria-setsize={hasMore ? -1 : conversations.length}
                aria-posinset={index + 1}
                className="absolute inset-x-0 top-0"
                style={{ height: rowHeight, transform: `translateY(${start}px)` }}
              >
                <ConversationRow
                  conversation={conversation}
                  mode={mode}
                  isOpen={conversation.other_username === open}
                />
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}

const rowHeight = 76

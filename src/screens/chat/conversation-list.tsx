import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useRef, useState } from 'react'

import { askedFor } from '../../lib/inbox-asked.ts'
import { chatSearch, type InboxSearch } from '../../lib/inbox-search.ts'
import { m } from '../../paraglide/messages.js'
import { conversationsQuery } from '../../queries/chat.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Input } from '../../ui/input.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { tabClasses, tabListClasses } from '../../ui/tabs.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { BulkBar, BulkMenu } from './bulk-bar.tsx'
import { ConversationFilters } from './conversation-filters.tsx'
import { ConversationRows } from './conversation-rows.tsx'
import { InboxViews } from './inbox-views.tsx'

type ConversationListProps = { mode: 'creator' | undefined; open: string | undefined; shown: InboxSearch }

/** The conversations with search, filters and sorting, all of it in the address; thousands of them are one window of rows. */
export function ConversationList({ mode, open, shown }: ConversationListProps) {
  const viewer = useViewer()
  const { list, conversations, search, setSearch, query, change } = useShownConversations(mode, shown)
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const choose = (id: string) => setChosen((before) => toggled(before ?? new Set(), id))
  return (
    <>
      {viewer?.is_creator && <Inboxes mode={mode} />}
      {mode === 'creator' && <InboxViews shown={shown} />}
      <div className="flex flex-col gap-2 border-hairline border-b px-4 py-3">
        <div className="flex items-center gap-1">
          <Input
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            placeholder={m.chat_search()}
            aria-label={m.chat_search()}
            before={<Icon name="search" className="size-4" />}
          />
          {mode === 'creator' && <BulkMenu onChosen={setChosen} />}
        </div>
        <ConversationFilters mode={mode} shown={shown} onChange={change} />
      </div>
      {chosen && <BulkBar conversations={conversations} chosen={chosen} onChosen={setChosen} />}
      {list.isPending && <SkeletonList row="h-19 px-4" />}
      {list.isError && !list.data && (
        <LoadError error={list.error} onRetry={() => void list.refetch()} busy={list.isRefetching} />
      )}
      {list.data && conversations.length === 0 && (
        <Nothing mode={mode} isAll={!search.trim() && !shown.f && !shown.list} />
      )}
      {conversations.length > 0 && (
        <ConversationRows
          // By what is searched: the address follows later, and rows that it replaced would lose the focus.
          key={`${mode} ${shown.f} ${shown.sort} ${shown.list} ${query}`}
          conversations={conversations}
          mode={mode}
          open={open}
          shown={shown}
          chosen={chosen}
          onChoose={choose}
          hasMore={list.hasNextPage}
          onMore={() => void (list.isFetchingNextPage || list.fetchNextPage())}
        />
      )}
    </>
  )
}

/** The list that the address asks for. What is typed is searched at once, and in the address when one pauses. */
function useShownConversations(mode: 'creator' | undefined, shown: InboxSearch) {
  const navigate = useNavigate()
  const router = useRouter()
  const inAddress = shown.q ?? ''
  const [search, setSearch] = useState(inAddress)
  const [before, setBefore] = useState(inAddress)
  if (inAddress !== before) {
    setBefore(inAddress)
    setSearch(inAddress)
  }
  const query = useDeferredValue(search.trim())
  // To what is on its way into the address: a conversation that is being opened stays open.
  const change = (changed: InboxSearch) =>
    void navigate({ to: '/chat', search: { ...chatSearch(router.latestLocation.search), ...changed }, replace: true })
  const toAddress = useRef(change)
  useEffect(() => {
    toAddress.current = change
  })
  useEffect(() => {
    if (query === inAddress) return
    const page = router.latestLocation.pathname
    const timer = setTimeout(() => {
      // A page that one has already chosen is not taken back.
      if (router.latestLocation.pathname !== page) return
      setBefore(query)
      toAddress.current({ q: query || undefined })
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [query, inAddress, router])
  const list = useInfiniteQuery(conversationsQuery({ mode, ...askedFor({ ...shown, q: query }) }))
  const isPlain = mode === 'creator' && !query && !shown.f && !shown.sort && !shown.list
  const pinned = useInfiniteQuery({ ...conversationsQuery({ mode, filter: ['pinned'] }), enabled: isPlain })
  const pins = isPlain ? (pinned.data?.pages.flatMap((page) => page.data) ?? []) : []
  const rest = list.data?.pages.flatMap((page) => page.data) ?? []
  // What is pinned comes first, once.
  const conversations = [...pins, ...rest.filter((it) => !pins.some((pin) => pin.id === it.id))]
  return { list, conversations, search, setSearch, query, change }
}
const pauseMs = 400

const toggled = (before: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const after = new Set(before)
  if (!after.delete(id)) after.add(id)
  return after
}

function Nothing({ mode, isAll }: { mode: 'creator' | undefined; isAll: boolean }) {
  return (
    <EmptyState
      scene="masks"
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

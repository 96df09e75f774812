import { useQuery } from '@tanstack/react-query'
import type { conversationFilters, conversationSorts } from '../../../contract/inbox-views.ts'
import { conversationFilters as allFilters } from '../../../contract/inbox-views.ts'
import { filtersOf, filtersText, type InboxSearch } from '../../lib/inbox-search.ts'
import { m } from '../../paraglide/messages.js'
import { fanListsQuery } from '../../queries/audience.ts'
import { Select } from '../../ui/select.tsx'
import { useViewer } from '../frame/viewer-context.ts'

type Filter = (typeof conversationFilters)[number]
type Sort = (typeof conversationSorts)[number]

type ConversationFiltersProps = {
  mode: 'creator' | undefined
  shown: InboxSearch
  onChange: (change: InboxSearch) => void
}

/** Filters are chips, of which several hold at once; an operator sees those that the flags open. */
export function ConversationFilters({ mode, shown, onChange }: ConversationFiltersProps) {
  const permissions = useViewer()?.acting_as?.permissions
  const social = permissions === undefined || permissions.can_social
  const payment = permissions === undefined || permissions.can_payment
  const chosen = filtersOf(shown.f)
  const isOpen = (it: Filter) => {
    if (it === 'subscribers' || it === 'followers' || it === 'expired') return mode === 'creator' && social
    if (it === 'tippers' || it === 'spenders') return mode === 'creator' && payment
    // The views have these.
    return !isView(it) || chosen.includes(it)
  }
  const toggle = (filter: Filter) =>
    onChange({ f: filtersText(chosen.includes(filter) ? chosen.filter((it) => it !== filter) : [...chosen, filter]) })
  return (
    <div className="no-scrollbar -mx-4 flex items-center gap-2 overflow-x-auto px-4">
      <Select
        aria-label={m.chat_sort()}
        value={shown.sort ?? 'recent'}
        onChange={({ target }) => onChange({ sort: target.value === 'recent' ? undefined : (target.value as Sort) })}
        className={ownWidth}
      >
        <option value="recent">{m.chat_sort_recent()}</option>
        <option value="unread_first">{m.chat_sort_unread_first()}</option>
        <option value="oldest_unanswered">{m.chat_sort_oldest_unanswered()}</option>
        {mode === 'creator' && payment && <option value="top_spenders">{m.chat_sort_top_spenders()}</option>}
      </Select>
      {mode === 'creator' && social && <ListChoice list={shown.list} onChange={onChange} />}
      {/* What is chosen comes first, so that it is in sight. */}
      {[...chosen, ...allFilters.filter((it) => !chosen.includes(it))].filter(isOpen).map((choice) => (
        <button
          key={choice}
          type="button"
          aria-pressed={chosen.includes(choice)}
          onClick={() => toggle(choice)}
          className="h-11 shrink-0 rounded-full border border-edge px-3 font-medium text-sm aria-pressed:border-transparent aria-pressed:bg-ink aria-pressed:text-paper"
        >
          {filterLabels[choice]()}
        </button>
      ))}
    </div>
  )
}

/** As wide as what is chosen, where the browser can. */
const ownWidth =
  'w-52 max-w-64 shrink-0 supports-[field-sizing:content]:w-auto [&>select]:field-sizing-content [&>select]:supports-[field-sizing:content]:w-auto'

/** The creator's lists of fans, those of a saved filter too; where there are none, no choice. */
function ListChoice({ list, onChange }: { list: string | undefined; onChange: (change: InboxSearch) => void }) {
  const { data: lists = [] } = useQuery(fanListsQuery)
  if (lists.length === 0 && !list) return null
  return (
    <Select
      aria-label={m.audience_lists()}
      value={list ?? ''}
      onChange={({ target }) => onChange({ list: target.value || undefined })}
      className={ownWidth}
    >
      <option value="">{m.chat_any_list()}</option>
      {lists.map((it) => (
        <option key={it.id} value={it.id}>
          {it.name}
        </option>
      ))}
    </Select>
  )
}

const isView = (it: Filter) => it === 'waiting' || it === 'requested' || it === 'pinned' || it === 'snoozed'

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
  waiting: m.chat_filter_waiting,
  requested: m.chat_filter_requested,
  pinned: m.chat_filter_pinned,
  snoozed: m.chat_filter_snoozed,
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { InboxSearch } from '../../lib/inbox-search.ts'
import { m } from '../../paraglide/messages.js'
import { conversationCountsQuery } from '../../queries/inbox.ts'
import { type InboxView, inboxViews, viewLabels, viewSearch } from './view-labels.ts'

/** The views of a creator's inbox with their counts; each is an address. */
export function InboxViews({ shown }: { shown: InboxSearch }) {
  const counts = useQuery(conversationCountsQuery('creator')).data
  const has = (view: InboxView) => view === 'unanswered' || (counts?.[view] ?? 0) > 0 || shown.f === view
  return (
    <nav
      aria-label={m.inbox_views()}
      className="no-scrollbar flex gap-1 overflow-x-auto border-hairline border-b px-3 py-2"
    >
      <View label={m.inbox_view_all()} shown={shown} />
      {inboxViews.filter(has).map((view) => (
        <View key={view} view={view} label={viewLabels[view]()} count={counts?.[view]} shown={shown} />
      ))}
    </nav>
  )
}

function View({
  view,
  label,
  count,
  shown,
}: {
  view?: InboxView
  label: string
  count?: number | undefined
  shown: InboxSearch
}) {
  const isShown = shown.f === view && !shown.q
  return (
    <Link
      to="/chat"
      search={viewSearch(view)}
      aria-current={isShown ? 'page' : undefined}
      className="flex min-h-11 shrink-0 items-center gap-1.5 rounded-control px-3 font-medium text-sm hover:bg-sunken aria-[current=page]:bg-ink aria-[current=page]:text-paper"
    >
      {label}
      {count !== undefined && count > 0 && (
        <span className="tabular-nums opacity-70">{count > 99 ? '99+' : count}</span>
      )}
    </Link>
  )
}

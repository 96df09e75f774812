import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { spanLengths, spanOf } from '../../lib/figures-span.ts'
import { type LinksSearch, linksFilter } from '../../lib/links-search.ts'
import { m } from '../../paraglide/messages.js'
import { trackingLinksQuery } from '../../queries/tracking-links.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ClosedByFlag } from '../frame/closed-here.tsx'
import { DownloadCsv } from '../frame/download-csv.tsx'
import { Frame } from '../frame/frame.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { OwnDays } from '../frame/own-days.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { EditLink } from './edit-link.tsx'
import { LinkPage } from './link-page.tsx'
import { LinkTable } from './link-table.tsx'

/** What each link of a creator brings, and one of them with its days and fans (product §81). */
export function LinksScreen({ search }: { search: LinksSearch }) {
  const navigate = useNavigate()
  const isClosed = useClosed('show_in_analytics') !== null
  const setSearch = (next: LinksSearch) => void navigate({ to: '/creator/links', search: next, replace: true })
  const { link, ...rest } = search
  return (
    <Frame
      wide
      title={m.links_title()}
      back={link === undefined ? '/creator' : '/creator/links'}
      actions={!isClosed && link === undefined && <Download search={search} />}
    >
      {isClosed ? (
        <ClosedByFlag flag="show_in_analytics" />
      ) : (
        <div className="mx-auto w-full max-w-360">
          <Span search={search} onChange={setSearch} />
          <div id="links" role="tabpanel">
            {link === undefined ? (
              <Links search={search} onChange={setSearch} />
            ) : (
              <LinkPage key={link} id={link} search={rest} />
            )}
          </div>
        </div>
      )}
    </Frame>
  )
}

const Download = ({ search }: { search: LinksSearch }) => (
  <DownloadCsv
    path="/api/creator/analytics/links/export"
    filter={linksFilter(search, Date.now())}
    file="links.csv"
    label={m.analytics_csv()}
  />
)

type Choice = 'all' | 'own' | `${(typeof spanLengths)[number]}`
type PartProps = { search: LinksSearch; onChange: (search: LinksSearch) => void }

function Span({ search, onChange }: PartProps) {
  const { days, from, to, ...rest } = search
  const [isChoosing, setChoosing] = useState(from !== undefined)
  const tabs = [
    { id: 'all' as const, label: m.links_all_days() },
    ...spanLengths.map((count) => ({ id: `${count}` as const, label: m.analytics_days({ count }) })),
    { id: 'own' as const, label: m.analytics_own_span() },
  ]
  const choose = (choice: Choice) => {
    setChoosing(choice === 'own')
    if (choice !== 'own') onChange(choice === 'all' ? rest : { ...rest, days: Number(choice) })
  }
  const span = spanOf({ days, from, to }, Date.now())
  return (
    <>
      <Tabs<Choice>
        label={m.analytics_span()}
        tabs={tabs}
        value={isChoosing ? 'own' : ((days === undefined ? 'all' : `${days}`) as Choice)}
        onChange={choose}
        panelId="links"
      />
      {isChoosing && (
        <OwnDays key={`${span.from} ${span.to}`} span={span} onShow={(own) => onChange({ ...rest, ...own })} />
      )}
    </>
  )
}

function Links({ search, onChange }: PartProps) {
  const [isMaking, setMaking] = useState(false)
  const denied = useClosed('can_profile')
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-hairline border-b px-4 py-3 sm:px-6">
        <Button variant="primary" disabledReason={denied} onClick={() => setMaking(true)}>
          <Icon name="plus" className="size-4" />
          {m.links_make()}
        </Button>
        <Button
          variant="ghost"
          aria-pressed={search.archived === 'only'}
          onClick={() => {
            const { archived, ...rest } = search
            onChange(archived ? rest : { ...rest, archived: 'only' })
          }}
        >
          <Icon name="archive" className="size-4" />
          {search.archived ? m.links_show_active() : m.links_show_archived()}
        </Button>
      </div>
      <List search={search} onChange={onChange} />
      {isMaking && <EditLink onClose={() => setMaking(false)} />}
    </>
  )
}

function List({ search, onChange }: PartProps) {
  const { data, error, refetch, isFetching, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(trackingLinksQuery(linksFilter(search, Date.now())))
  const links = data?.pages.flatMap((page) => page.data)
  if (error && !links) return <LoadError error={error} onRetry={() => void refetch()} busy={isFetching} />
  if (!links) return <SkeletonList rows={6} />
  if (links.length === 0)
    return search.archived ? (
      <EmptyState scene="trumpet" title={m.links_none_archived()} />
    ) : (
      <EmptyState scene="trumpet" title={m.links_empty_title()}>
        {m.links_empty_text()}
      </EmptyState>
    )
  return (
    <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : ''}>
      <LinkTable
        links={links}
        totals={data?.pages[0]?.totals ?? null}
        search={search}
        onSort={(sort) => {
          const { sort: _, ...rest } = search
          onChange(sort === 'newest' ? rest : { ...rest, sort })
        }}
      />
      <ListEnd hasMore={hasNextPage} loading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
    </div>
  )
}

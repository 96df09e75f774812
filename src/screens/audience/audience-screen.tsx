import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { AudienceFan } from '../../../contract/audience.ts'
import { toFilter } from '../../lib/audience-filter.ts'
import type { AudienceSearch } from '../../lib/audience-search.ts'
import { m } from '../../paraglide/messages.js'
import { fanCountQuery, fanListsQuery, fansQuery } from '../../queries/audience.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { ClosedByFlag } from '../frame/closed-here.tsx'
import { DownloadCsv } from '../frame/download-csv.tsx'
import { Frame } from '../frame/frame.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { AudienceFilters } from './audience-filters.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { FanLists } from './fan-lists.tsx'
import { FanSheet } from './fan-sheet.tsx'
import { FanTable } from './fan-table.tsx'
import { noFans, type Selection, toggled } from './selection.ts'

/** All fans of a creator in one table; filter, order and list are in the address (product §50). */
export function AudienceScreen({ search }: { search: AudienceSearch }) {
  const isClosed = useClosed('can_social') !== null
  return (
    <Frame wide title={m.audience_title()} back="/creator" actions={!isClosed && <Download search={search} />}>
      {isClosed ? <ClosedByFlag flag="can_social" /> : <Audience search={search} />}
    </Frame>
  )
}

const Download = ({ search }: { search: AudienceSearch }) => (
  <DownloadCsv
    path="/api/creator/audience/export"
    filter={toFilter(search)}
    file="fans.csv"
    label={m.audience_download()}
  />
)

function Audience({ search }: { search: AudienceSearch }) {
  const navigate = useNavigate()
  const setSearch = (next: AudienceSearch) => void navigate({ to: '/creator/audience', search: next, replace: true })
  const filter = toFilter(search)
  const { data: lists } = useQuery(fanListsQuery)
  const { data: counts } = useQuery(fanCountQuery(filter))
  const [opened, setOpened] = useState<AudienceFan | null>(null)
  const [selection, setSelection] = useSelection(JSON.stringify(filter))
  return (
    <div className="mx-auto flex w-full max-w-360 flex-col lg:flex-row">
      <FanLists lists={lists ?? []} search={search} onChange={setSearch} />
      <div className="min-w-0 flex-1 lg:border-hairline lg:border-l">
        <AudienceFilters search={search} lists={lists ?? []} counts={counts} onChange={setSearch} />
        <Fans
          search={search}
          count={counts?.count ?? 0}
          selection={selection}
          onSelect={setSelection}
          onSearch={setSearch}
          onOpen={setOpened}
        />
        {(selection.all || selection.ids.size > 0) && (
          <BulkBar
            selection={selection}
            filter={filter}
            count={counts?.count ?? 0}
            lists={lists ?? []}
            onSelect={setSelection}
          />
        )}
      </div>
      {opened && <FanSheet fan={opened} onClose={() => setOpened(null)} />}
    </div>
  )
}

/** Another filter matches other fans, so that nothing is chosen under it. */
function useSelection(filter: string) {
  const [chosen, setChosen] = useState({ filter, selection: noFans })
  const selection = chosen.filter === filter ? chosen.selection : noFans
  return [selection, (next: Selection) => setChosen({ filter, selection: next })] as const
}

type FansProps = {
  search: AudienceSearch
  count: number
  selection: Selection
  onSelect: (selection: Selection) => void
  onSearch: (search: AudienceSearch) => void
  onOpen: (fan: AudienceFan) => void
}

function Fans({ search, count, selection, onSelect, onSearch, onOpen }: FansProps) {
  const { data, error, refetch, isFetching, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(fansQuery(toFilter(search), search.sort))
  const fans = data?.pages.flatMap((page) => page.data)
  if (error && !fans) return <LoadError error={error} onRetry={() => void refetch()} busy={isFetching} />
  if (!fans) return <SkeletonList rows={8} />
  if (fans.length === 0) {
    const isAll = Object.keys(toFilter(search)).length === 0
    return (
      <EmptyState
        scene="seats"
        title={isAll ? m.audience_empty_title() : m.audience_none_title()}
        action={!isAll && <Button onClick={() => onSearch({})}>{m.audience_show_all()}</Button>}
      >
        {isAll ? m.audience_empty_text() : m.audience_none_text()}
      </EmptyState>
    )
  }
  return (
    <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : ''}>
      <FanTable
        fans={fans}
        count={count}
        sort={search.sort ?? 'newest'}
        selection={selection}
        onSort={(sort) => onSearch({ ...search, sort: sort === 'newest' ? undefined : sort })}
        onToggle={(id) => onSelect(toggled(selection, id))}
        onSelect={onSelect}
        onOpen={onOpen}
      />
      <ListEnd hasMore={hasNextPage} loading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
    </div>
  )
}

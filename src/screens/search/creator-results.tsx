import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { m } from '../../paraglide/messages.js'
import { type CreatorSearch, searchCreatorsQuery } from '../../queries/search.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { CreatorRow } from '../frame/creator-row.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { categoryName } from './category-name.ts'

/** Creators who match the query and the filter, best first; the most followed or the trending for an empty query. */
export function CreatorResults({ q, filter = {} }: { q: string; filter?: CreatorSearch }) {
  const list = useInfiniteQuery(searchCreatorsQuery(q, filter))
  const isNarrowed = Object.entries(filter).some(([name, value]) => name !== 'sort' && value !== undefined)
  const creators = list.data
  if (!creators && list.error)
    return <LoadError error={list.error} onRetry={() => void list.refetch()} busy={list.isRefetching} />
  if (!creators) return <SkeletonList rows={5} face="size-16" />
  if (creators.length === 0) return isNarrowed ? <NoneLikeThis q={q} /> : <Nothing q={q} />
  const title = q ? m.search_results({ q }) : titleOf(filter)
  return (
    <section aria-label={title}>
      {!q && <h2 className="px-4 pt-5 pb-1 font-bold text-ink-soft text-sm sm:px-6">{title}</h2>}
      <ul className="divide-y divide-hairline">
        {creators.map((user) => (
          <li key={user.id}>
            <CreatorRow user={user} />
          </li>
        ))}
      </ul>
      <ListEnd hasMore={list.hasNextPage} loading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
    </section>
  )
}

/** What a list without a query shows. */
function titleOf({ tag, category, sort }: CreatorSearch): string {
  if (tag) return `#${tag}`
  if (category) return categoryName(category)
  return sort === 'trending' ? m.search_trending() : m.search_popular()
}

function NoneLikeThis({ q }: { q: string }) {
  const action = (
    <Link to="/search" search={{ q: q || undefined }} replace className={buttonClasses()}>
      {m.search_filter_clear()}
    </Link>
  )
  return (
    <EmptyState scene="glasses" title={m.search_filter_none_title()} action={action}>
      {m.search_filter_none_text()}
    </EmptyState>
  )
}

function Nothing({ q }: { q: string }) {
  if (q === '')
    return (
      <EmptyState scene="glasses" title={m.search_empty_title()}>
        {m.search_empty_text()}
      </EmptyState>
    )
  const action = (
    <Link to="/search" search={{ q, type: 'posts' }} replace className={buttonClasses()}>
      {m.search_try_posts()}
    </Link>
  )
  return (
    <EmptyState scene="glasses" title={m.search_none_title({ q })} action={action}>
      {m.search_none_creators()}
    </EmptyState>
  )
}

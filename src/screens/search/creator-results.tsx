import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { m } from '../../paraglide/messages.js'
import { searchCreatorsQuery } from '../../queries/search.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { CreatorRow } from '../frame/creator-row.tsx'
import { LoadError } from '../frame/load-error.tsx'

/** Creators whose names match the query, best first; the most followed for an empty query. */
export function CreatorResults({ q }: { q: string }) {
  const list = useInfiniteQuery(searchCreatorsQuery(q))
  const creators = list.data
  if (!creators && list.error)
    return <LoadError error={list.error} onRetry={() => void list.refetch()} busy={list.isRefetching} />
  if (!creators) return <SkeletonList rows={5} face="size-16" />
  if (creators.length === 0) return <Nothing q={q} />
  return (
    <section aria-label={q ? m.search_results({ q }) : m.search_popular()}>
      {!q && <h2 className="px-4 pt-5 pb-1 font-bold text-ink-soft text-sm sm:px-6">{m.search_popular()}</h2>}
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

function Nothing({ q }: { q: string }) {
  if (q === '') return <EmptyState title={m.search_empty_title()}>{m.search_empty_text()}</EmptyState>
  const action = (
    <Link to="/search" search={{ q, type: 'posts' }} replace className={buttonClasses()}>
      {m.search_try_posts()}
    </Link>
  )
  return (
    <EmptyState title={m.search_none_title({ q })} action={action}>
      {m.search_none_creators()}
    </EmptyState>
  )
}

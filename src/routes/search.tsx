import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../lib/head.ts'
import { loaderHead } from '../lib/loader-head.ts'
import { searchState } from '../lib/search-types.ts'
import { m } from '../paraglide/messages.js'
import { searchCreatorsQuery, searchPostsQuery } from '../queries/search.ts'
import { knownFilter } from '../screens/search/known-filter.ts'
import { SearchScreen } from '../screens/search/search-screen.tsx'

export const Route = createFileRoute('/search')({
  validateSearch: searchState,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const { q = '', type } = deps
    if (type === 'posts') await queryClient.prefetchInfiniteQuery(searchPostsQuery(q))
    else await queryClient.prefetchInfiniteQuery(searchCreatorsQuery(q, knownFilter(deps)))
    return pageHead({ title: q ? m.search_page_title({ q }) : m.title_search(), ...(q === '' && { path: '/search' }) })
  },
  head: loaderHead,
  component: Search,
})

function Search() {
  return <SearchScreen state={Route.useSearch()} />
}

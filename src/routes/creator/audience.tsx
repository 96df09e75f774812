import { createFileRoute } from '@tanstack/react-router'
import { toFilter } from '../../lib/audience-filter.ts'
import { type AudienceSearch, audienceSearch } from '../../lib/audience-search.ts'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import { fanCountQuery, fanListsQuery, fansQuery } from '../../queries/audience.ts'
import { AudienceScreen } from '../../screens/audience/audience-screen.tsx'

export const Route = createFileRoute('/creator/audience')({
  staticData: { middleware: ['auth', 'creator'] },
  validateSearch: (search: AudienceSearch) => search,
  loaderDeps: ({ search }) => ({ search }),
  loader: async ({ context: { queryClient }, deps, cause }) => {
    const search = audienceSearch(deps.search)
    const filter = toFilter(search)
    const read = Promise.all([
      queryClient.prefetchInfiniteQuery(fansQuery(filter, search.sort)),
      queryClient.prefetchQuery(fanCountQuery(filter)),
      queryClient.prefetchQuery(fanListsQuery),
    ])
    // Another filter keeps the fans of the one before until its own are there.
    if (cause !== 'stay') await read
    return pageHead({ title: m.audience_title() })
  },
  head: loaderHead,
  component: Audience,
})

function Audience() {
  return <AudienceScreen search={audienceSearch(Route.useSearch())} />
}

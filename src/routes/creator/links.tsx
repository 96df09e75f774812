import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { linksFilter, linksSearch, linksSpan } from '../../lib/links-search.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import { trackingLinkQuery, trackingLinksQuery } from '../../queries/tracking-links.ts'
import { LinksScreen } from '../../screens/tracking-links/links-screen.tsx'

export const Route = createFileRoute('/creator/links')({
  staticData: { middleware: ['auth', 'creator'] },
  validateSearch: (search: Record<string, unknown>) => search,
  loaderDeps: ({ search }) => ({ search }),
  loader: async ({ context: { queryClient }, deps, cause }) => {
    const search = linksSearch(deps.search)
    const read = search.link
      ? queryClient.prefetchQuery(trackingLinkQuery(search.link, linksSpan(search, Date.now())))
      : queryClient.prefetchInfiniteQuery(trackingLinksQuery(linksFilter(search, Date.now())))
    // Another span keeps the figures of the one before until its own are there.
    if (cause !== 'stay') await read
    return pageHead({ title: m.links_title() })
  },
  head: loaderHead,
  component: Links,
})

function Links() {
  return <LinksScreen search={linksSearch(Route.useSearch())} />
}

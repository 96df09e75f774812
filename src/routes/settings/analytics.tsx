import { createFileRoute } from '@tanstack/react-router'
import type { AnalyticsSearch } from '../../lib/analytics-search.ts'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { AnalyticsScreen, analyticsTitle } from '../../screens/analytics/analytics-screen.tsx'

export const Route = createFileRoute('/settings/analytics')({
  staticData: { middleware: ['auth', 'creator'] },
  validateSearch: (search: AnalyticsSearch) => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    await (await import('../../queries/studio.ts')).prefetchFigures(queryClient, deps)
    return pageHead({ title: analyticsTitle(deps.view) })
  },
  head: loaderHead,
  component: Analytics,
})

function Analytics() {
  return <AnalyticsScreen search={Route.useSearch()} />
}

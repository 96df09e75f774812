import { createFileRoute } from '@tanstack/react-router'
import type { FiguresSearch } from '../../lib/figures-span.ts'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import { AnalyticsScreen } from '../../screens/analytics/analytics-screen.tsx'

export const Route = createFileRoute('/settings/analytics')({
  staticData: { middleware: ['auth', 'creator'] },
  validateSearch: (search: FiguresSearch) => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    await (await import('../../queries/studio.ts')).prefetchFigures(queryClient, deps)
    return pageHead({ title: m.title_settings_analytics() })
  },
  head: loaderHead,
  component: Analytics,
})

function Analytics() {
  return <AnalyticsScreen search={Route.useSearch()} />
}

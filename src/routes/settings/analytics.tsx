import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import { analyticsQuery } from '../../queries/analytics.ts'
import { AnalyticsScreen } from '../../screens/analytics/analytics-screen.tsx'

export const Route = createFileRoute('/settings/analytics')({
  staticData: { middleware: ['auth', 'creator'] },
  loader: async ({ context: { queryClient } }) => {
    await queryClient.prefetchQuery(analyticsQuery(30))
    return pageHead({ title: m.title_settings_analytics() })
  },
  head: loaderHead,
  component: AnalyticsScreen,
})

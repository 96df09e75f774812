import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import { offersQuery } from '../../queries/offers.ts'
import { subscribersQuery } from '../../queries/subscriptions.ts'
import { PriceScreen } from '../../screens/subscriptions/price-screen.tsx'

export const Route = createFileRoute('/settings/subscriptions')({
  staticData: { middleware: ['auth', 'creator'] },
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([queryClient.prefetchInfiniteQuery(subscribersQuery), queryClient.prefetchQuery(offersQuery)])
    return pageHead({ title: m.title_settings_subscriptions() })
  },
  head: loaderHead,
  component: PriceScreen,
})

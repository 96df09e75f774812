import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../lib/head.ts'
import { loaderHead } from '../lib/loader-head.ts'
import { subscriptionsTab } from '../lib/subscriptions-tabs.ts'
import { m } from '../paraglide/messages.js'
import { followingQuery } from '../queries/following.ts'
import { giftsQuery } from '../queries/gifts.ts'
import { knownSession } from '../queries/session.ts'
import { subscriptionsQuery } from '../queries/subscriptions.ts'
import { SubscriptionsScreen } from '../screens/subscriptions/subscriptions-screen.tsx'

export const Route = createFileRoute('/subscriptions')({
  validateSearch: subscriptionsTab,
  loaderDeps: ({ search }) => ({ tab: search.tab ?? 'paid' }),
  loader: async ({ context: { queryClient }, deps }) => {
    const session = knownSession(queryClient)
    if (session.state === 'in' && session.profile.acting_as === null) {
      if (deps.tab === 'following') await queryClient.prefetchInfiniteQuery(followingQuery)
      else
        await Promise.all([
          queryClient.prefetchInfiniteQuery(subscriptionsQuery),
          queryClient.prefetchInfiniteQuery(giftsQuery),
        ])
    }
    return pageHead({ title: m.title_subscriptions() })
  },
  head: loaderHead,
  component: Subscriptions,
})

function Subscriptions() {
  const { tab = 'paid' } = Route.useSearch()
  return <SubscriptionsScreen tab={tab} />
}

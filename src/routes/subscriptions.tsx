import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../lib/head.ts'
import { loaderHead } from '../lib/loader-head.ts'
import { m } from '../paraglide/messages.js'
import { giftsQuery } from '../queries/gifts.ts'
import { knownSession } from '../queries/session.ts'
import { subscriptionsQuery } from '../queries/subscriptions.ts'
import { SubscriptionsScreen } from '../screens/subscriptions/subscriptions-screen.tsx'

export const Route = createFileRoute('/subscriptions')({
  loader: async ({ context: { queryClient } }) => {
    const session = knownSession(queryClient)
    if (session.state === 'in' && session.profile.acting_as === null)
      await Promise.all([
        queryClient.prefetchInfiniteQuery(subscriptionsQuery),
        queryClient.prefetchInfiniteQuery(giftsQuery),
      ])
    return pageHead({ title: m.title_subscriptions() })
  },
  head: loaderHead,
  component: SubscriptionsScreen,
})

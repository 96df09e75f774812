import { createFileRoute } from '@tanstack/react-router'
import { headOf } from '../lib/head-of.ts'
import { pageHead } from '../lib/head.ts'
import { m } from '../paraglide/messages.js'
import { knownSession } from '../queries/session.ts'
import { subscriptionsQuery } from '../queries/subscriptions.ts'
import { SubscriptionsScreen } from '../screens/subscriptions/subscriptions-screen.tsx'

export const Route = createFileRoute('/subscriptions')({
  loader: async ({ context: { queryClient } }) => {
    const session = knownSession(queryClient)
    if (session.state === 'in' && session.profile.acting_as === null)
      await queryClient.prefetchInfiniteQuery(subscriptionsQuery)
    return pageHead({ title: m.title_subscriptions() })
  },
  head: headOf,
  component: SubscriptionsScreen,
})

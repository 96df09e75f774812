import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import { waitingRequestsQuery } from '../../queries/requests.ts'
import { RequestsScreen } from '../../screens/requests/requests-screen.tsx'

export const Route = createFileRoute('/creator/requests')({
  staticData: { middleware: ['auth', 'creator'] },
  loader: async ({ context: { queryClient } }) => {
    await queryClient.prefetchInfiniteQuery(waitingRequestsQuery)
    return pageHead({ title: m.requests_queue() })
  },
  head: loaderHead,
  component: RequestsScreen,
})

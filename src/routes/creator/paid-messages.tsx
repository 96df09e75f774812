import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { paidMessagesFilter, paidMessagesSearch } from '../../lib/paid-messages-search.ts'
import { m } from '../../paraglide/messages.js'
import { paidMessagesQuery } from '../../queries/paid-messages.ts'
import { PaidMessagesScreen } from '../../screens/paid-messages/paid-messages-screen.tsx'

export const Route = createFileRoute('/creator/paid-messages')({
  staticData: { middleware: ['auth', 'creator'] },
  validateSearch: (search: Record<string, unknown>) => search,
  loaderDeps: ({ search }) => ({ search }),
  loader: async ({ context: { queryClient }, deps, cause }) => {
    const filter = paidMessagesFilter(paidMessagesSearch(deps.search), Date.now())
    const read = queryClient.prefetchInfiniteQuery(paidMessagesQuery(filter))
    // Another span keeps the messages of the one before until its own are there.
    if (cause !== 'stay') await read
    return pageHead({ title: m.paid_messages_title() })
  },
  head: loaderHead,
  component: PaidMessages,
})

function PaidMessages() {
  return <PaidMessagesScreen search={paidMessagesSearch(Route.useSearch())} />
}

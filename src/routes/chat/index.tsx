import type { QueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { askedFor } from '../../lib/inbox-asked.ts'
import { chatSearch } from '../../lib/inbox-search.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import { conversationQuery, conversationsQuery, messagesQuery } from '../../queries/chat.ts'
import { knownSession } from '../../queries/session.ts'
import { userQuery } from '../../queries/users.ts'
import { ChatScreen } from '../../screens/chat/chat-screen.tsx'

export const Route = createFileRoute('/chat/')({
  staticData: { middleware: ['auth'] },
  validateSearch: chatSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps: { mode, u, ...shown } }) => {
    // In the browser the panes fill by themselves, one skeleton each; only a page from the server waits for them.
    if (typeof window === 'undefined' && knownSession(queryClient).state === 'in') {
      await Promise.all([
        queryClient.prefetchInfiniteQuery(conversationsQuery({ mode, ...askedFor(shown) })),
        u && openConversation(queryClient, u),
      ])
    }
    return pageHead({ title: m.title_chat() })
  },
  head: loaderHead,
  component: Chat,
})

async function openConversation(queryClient: QueryClient, username: string): Promise<void> {
  const user = await queryClient.fetchQuery(userQuery(username)).catch(() => null)
  if (user !== null)
    await Promise.all([
      queryClient.prefetchQuery(conversationQuery(user.id)),
      queryClient.prefetchInfiniteQuery(messagesQuery(user.id)),
    ])
}

function Chat() {
  const { mode, u, ...shown } = Route.useSearch()
  return <ChatScreen mode={mode} username={u} shown={shown} />
}

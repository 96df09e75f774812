import { createFileRoute } from '@tanstack/react-router'
import { headOf } from '../../lib/head-of.ts'
import { pageHead } from '../../lib/head.ts'
import { m } from '../../paraglide/messages.js'
import { sessionsQuery } from '../../queries/chat.ts'
import { knownSession } from '../../queries/session.ts'
import { ChatScreen } from '../../screens/chat/chat-screen.tsx'

export const Route = createFileRoute('/chat/')({
  staticData: { middleware: ['auth'] },
  // A leading @ in `u` is stripped (SPEC §2).
  validateSearch: ({ mode, u }: Record<string, unknown>): { mode?: 'creator'; u?: string } => ({
    mode: mode === 'creator' ? mode : undefined,
    u: typeof u === 'string' && u.replace(/^@/, '') !== '' ? u.replace(/^@/, '') : undefined,
  }),
  loaderDeps: ({ search: { mode } }) => ({ mode }),
  loader: async ({ context: { queryClient }, deps: { mode } }) => {
    if (knownSession(queryClient).state === 'in') await queryClient.prefetchInfiniteQuery(sessionsQuery({ mode }))
    return pageHead({ title: m.title_chat() })
  },
  head: headOf,
  component: Chat,
})

function Chat() {
  const { mode, u } = Route.useSearch()
  return <ChatScreen mode={mode} username={u} />
}

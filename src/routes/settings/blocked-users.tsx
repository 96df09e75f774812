import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import { blockedQuery } from '../../queries/blocking.ts'
import { BlockedScreen } from '../../screens/account/blocked-screen.tsx'

export const Route = createFileRoute('/settings/blocked-users')({
  staticData: { middleware: ['auth'] },
  loader: async ({ context: { queryClient } }) => {
    await queryClient.prefetchInfiniteQuery(blockedQuery)
    return pageHead({ title: m.title_settings_blocked_users() })
  },
  head: loaderHead,
  component: BlockedScreen,
})

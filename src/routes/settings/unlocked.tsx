import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import { unlockedQuery } from '../../queries/media.ts'
import { UnlockedScreen } from '../../screens/unlocked/unlocked-screen.tsx'

export const Route = createFileRoute('/settings/unlocked')({
  staticData: { middleware: ['auth'], closedWhileActing: true },
  loader: async ({ context: { queryClient } }) => {
    await queryClient.prefetchInfiniteQuery(unlockedQuery)
    return pageHead({ title: m.title_settings_unlocked() })
  },
  head: loaderHead,
  component: UnlockedScreen,
})

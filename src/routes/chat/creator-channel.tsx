import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import {
  audiencesQuery,
  broadcastCopyQuery,
  broadcastsQuery,
  channelQuery,
  loadBroadcastDraft,
} from '../../queries/broadcasts.ts'
import { knownSession } from '../../queries/session.ts'
import { ChannelScreen } from '../../screens/broadcasts/channel-screen.tsx'

export const Route = createFileRoute('/chat/creator-channel')({
  staticData: { middleware: ['auth'] },
  loader: async ({ context: { queryClient } }) => {
    const session = knownSession(queryClient)
    if (session.state === 'in') {
      const { is_creator: isCreator, acting_as: acting } = session.profile
      const hasVault = acting?.permissions.can_medias !== false
      await (isCreator
        ? Promise.all([
            queryClient.prefetchInfiniteQuery(broadcastsQuery),
            queryClient.prefetchQuery(audiencesQuery()),
            queryClient.prefetchQuery(broadcastCopyQuery),
            // The screen says what could not be loaded.
            loadBroadcastDraft(queryClient, { hasVault }).catch(() => undefined),
          ])
        : queryClient.prefetchInfiniteQuery(channelQuery))
    }
    return pageHead({ title: m.title_chat_channel() })
  },
  head: loaderHead,
  component: ChannelScreen,
})

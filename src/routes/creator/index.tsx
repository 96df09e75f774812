import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import { earningsQuery } from '../../queries/payouts.ts'
import { knownSession } from '../../queries/session.ts'
import { verificationQuery } from '../../queries/verification.ts'
import { CreatorScreen } from '../../screens/creator/creator-screen.tsx'

export const Route = createFileRoute('/creator/')({
  loader: async ({ context: { queryClient } }) => {
    const session = knownSession(queryClient)
    if (session.state === 'in' && session.profile.acting_as === null)
      await (session.profile.is_creator
        ? queryClient.prefetchQuery(earningsQuery)
        : queryClient.prefetchQuery(verificationQuery))
    return pageHead({ title: m.title_creator(), description: m.creator_headline(), path: '/creator' })
  },
  head: loaderHead,
  component: CreatorScreen,
})

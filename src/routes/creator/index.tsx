import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import { knownSession } from '../../queries/session.ts'
import { verificationQuery } from '../../queries/verification.ts'
import { CreatorScreen } from '../../screens/creator/creator-screen.tsx'

export const Route = createFileRoute('/creator/')({
  loader: async ({ context: { queryClient } }) => {
    const session = knownSession(queryClient)
    if (session.state === 'in') {
      const { profile } = session
      // Visitors come here too, and to every page with this code.
      if (profile.is_creator) await (await import('../../queries/studio.ts')).prefetchStudio(queryClient, profile)
      else if (profile.acting_as === null) await queryClient.prefetchQuery(verificationQuery)
    }
    return pageHead({ title: m.title_creator(), description: m.creator_headline(), path: '/creator' })
  },
  head: loaderHead,
  component: CreatorScreen,
})

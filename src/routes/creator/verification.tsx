import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import { verificationQuery } from '../../queries/verification.ts'
import { VerificationScreen } from '../../screens/creator/verification-screen.tsx'

export const Route = createFileRoute('/creator/verification')({
  staticData: { middleware: ['auth'], closedWhileActing: true },
  loader: async ({ context: { queryClient } }) => {
    await queryClient.prefetchQuery(verificationQuery)
    return pageHead({ title: m.title_creator_verification() })
  },
  head: loaderHead,
  component: VerificationScreen,
})

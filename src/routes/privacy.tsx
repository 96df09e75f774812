import { createFileRoute } from '@tanstack/react-router'
import { trustHead } from '../lib/loader-head.ts'
import { loadTrustPage } from '../screens/trust/load-trust-page.ts'
import { TrustScreen } from '../screens/trust/trust-screen.tsx'

export const Route = createFileRoute('/privacy')({
  loader: ({ context }) => loadTrustPage('privacy', context.queryClient),
  head: trustHead,
  component: Privacy,
})

function Privacy() {
  return <TrustScreen page="privacy" text={Route.useLoaderData().text} />
}

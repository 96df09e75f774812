import { createFileRoute } from '@tanstack/react-router'
import { trustHead } from '../lib/loader-head.ts'
import { loadTrustPage } from '../screens/trust/load-trust-page.ts'
import { TrustScreen } from '../screens/trust/trust-screen.tsx'

export const Route = createFileRoute('/terms')({
  loader: ({ context }) => loadTrustPage('terms', context.queryClient),
  head: trustHead,
  component: Terms,
})

function Terms() {
  return <TrustScreen page="terms" text={Route.useLoaderData().text} />
}

import { createFileRoute } from '@tanstack/react-router'
import { trustHead } from '../lib/loader-head.ts'
import { loadTrustPage } from '../screens/trust/load-trust-page.ts'
import { TrustScreen } from '../screens/trust/trust-screen.tsx'

export const Route = createFileRoute('/refunds')({
  loader: ({ context }) => loadTrustPage('refunds', context.queryClient),
  head: trustHead,
  component: Refunds,
})

function Refunds() {
  return <TrustScreen page="refunds" text={Route.useLoaderData().text} />
}

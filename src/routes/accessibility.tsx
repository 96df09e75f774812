import { createFileRoute } from '@tanstack/react-router'
import { trustHead } from '../lib/loader-head.ts'
import { loadTrustPage } from '../screens/trust/load-trust-page.ts'
import { TrustScreen } from '../screens/trust/trust-screen.tsx'

export const Route = createFileRoute('/accessibility')({
  loader: ({ context }) => loadTrustPage('accessibility', context.queryClient),
  head: trustHead,
  component: Accessibility,
})

function Accessibility() {
  return <TrustScreen page="accessibility" text={Route.useLoaderData().text} />
}

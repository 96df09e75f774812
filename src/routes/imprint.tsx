import { createFileRoute } from '@tanstack/react-router'
import { trustHead } from '../lib/loader-head.ts'
import { loadTrustPage } from '../screens/trust/load-trust-page.ts'
import { TrustScreen } from '../screens/trust/trust-screen.tsx'

export const Route = createFileRoute('/imprint')({
  loader: ({ context }) => loadTrustPage('imprint', context.queryClient),
  head: trustHead,
  component: Imprint,
})

function Imprint() {
  return <TrustScreen page="imprint" text={Route.useLoaderData().text} />
}

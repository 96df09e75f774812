import { createFileRoute } from '@tanstack/react-router'
import { trustHead } from '../lib/loader-head.ts'
import { loadTrustPage } from '../screens/trust/load-trust-page.ts'
import { TrustScreen } from '../screens/trust/trust-screen.tsx'

export const Route = createFileRoute('/rules')({
  loader: ({ context }) => loadTrustPage('rules', context.queryClient),
  head: trustHead,
  component: Rules,
})

function Rules() {
  return <TrustScreen page="rules" text={Route.useLoaderData().text} />
}

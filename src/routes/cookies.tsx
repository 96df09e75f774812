import { createFileRoute } from '@tanstack/react-router'
import { trustHead } from '../lib/loader-head.ts'
import { loadTrustPage } from '../screens/trust/load-trust-page.ts'
import { TrustScreen } from '../screens/trust/trust-screen.tsx'

export const Route = createFileRoute('/cookies')({
  loader: ({ context }) => loadTrustPage('cookies', context.queryClient),
  head: trustHead,
  component: Cookies,
})

function Cookies() {
  return <TrustScreen page="cookies" text={Route.useLoaderData().text} />
}

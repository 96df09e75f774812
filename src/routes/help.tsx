import { createFileRoute } from '@tanstack/react-router'
import { trustHead } from '../lib/loader-head.ts'
import { HelpScreen } from '../screens/trust/help-screen.tsx'
import { loadTrustPage } from '../screens/trust/load-trust-page.ts'

export const Route = createFileRoute('/help')({
  loader: ({ context }) => loadTrustPage('help', context.queryClient),
  head: trustHead,
  component: Help,
})

function Help() {
  return <HelpScreen text={Route.useLoaderData().text} />
}

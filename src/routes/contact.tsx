import { createFileRoute } from '@tanstack/react-router'
import { trustHead } from '../lib/loader-head.ts'
import { loadTrustPage } from '../screens/trust/load-trust-page.ts'
import { TrustScreen } from '../screens/trust/trust-screen.tsx'

export const Route = createFileRoute('/contact')({
  loader: ({ context }) => loadTrustPage('contact', context.queryClient),
  head: trustHead,
  component: Contact,
})

function Contact() {
  return <TrustScreen page="contact" text={Route.useLoaderData().text} />
}

import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import { CallbackScreen } from '../../screens/auth/callback-screen.tsx'

export const Route = createFileRoute('/auth/callback')({
  validateSearch: ({ error, redirect }: Record<string, unknown>): { error?: string; redirect?: string } => ({
    error: typeof error === 'string' ? error : undefined,
    redirect: typeof redirect === 'string' ? redirect : undefined,
  }),
  loader: () => pageHead({ title: m.auth_callback_title() }),
  head: loaderHead,
  component: Callback,
})

function Callback() {
  const { error, redirect } = Route.useSearch()
  return <CallbackScreen error={error} returnTo={redirect} />
}

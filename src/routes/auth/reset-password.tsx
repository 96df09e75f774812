import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import { ResetScreen } from '../../screens/auth/reset-screen.tsx'

export const Route = createFileRoute('/auth/reset-password')({
  validateSearch: ({ token, error }: Record<string, unknown>): { token?: string; error?: string } => ({
    token: typeof token === 'string' ? token : undefined,
    error: typeof error === 'string' ? error : undefined,
  }),
  loader: () => pageHead({ title: m.auth_reset_title() }),
  head: loaderHead,
  component: Reset,
})

function Reset() {
  const { token, error } = Route.useSearch()
  return <ResetScreen token={token} error={error} />
}

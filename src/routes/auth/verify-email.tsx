import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import { ConfirmEmail } from '../../screens/account/confirm-email.tsx'
import { VerifyScreen } from '../../screens/auth/verify-screen.tsx'

export const Route = createFileRoute('/auth/verify-email')({
  validateSearch: ({
    token,
    error,
    change,
  }: Record<string, unknown>): { token?: string; error?: string; change?: string } => ({
    token: typeof token === 'string' ? token : undefined,
    error: typeof error === 'string' ? error : undefined,
    // A change of address that waits for a yes.
    change: typeof change === 'string' ? change : undefined,
  }),
  loader: () => pageHead({ title: m.auth_verify_title() }),
  head: loaderHead,
  component: Verify,
})

function Verify() {
  const { token, error, change } = Route.useSearch()
  if (change) return <ConfirmEmail token={change} />
  return <VerifyScreen token={token ?? null} hasFailed={error !== undefined} />
}

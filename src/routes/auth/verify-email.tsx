import { createFileRoute } from '@tanstack/react-router'
import { headOf } from '../../lib/head-of.ts'
import { pageHead } from '../../lib/head.ts'
import { m } from '../../paraglide/messages.js'
import { VerifyScreen } from '../../screens/auth/verify-screen.tsx'

export const Route = createFileRoute('/auth/verify-email')({
  validateSearch: ({ token, error }: Record<string, unknown>): { token?: string; error?: string } => ({
    token: typeof token === 'string' ? token : undefined,
    error: typeof error === 'string' ? error : undefined,
  }),
  loader: () => pageHead({ title: m.auth_verify_title() }),
  head: headOf,
  component: Verify,
})

function Verify() {
  const { token, error } = Route.useSearch()
  return <VerifyScreen token={token} error={error} />
}

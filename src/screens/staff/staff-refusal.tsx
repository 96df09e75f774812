import { Link } from '@tanstack/react-router'
import { RefusalError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { RefusalMessage } from '../account/section.tsx'

/** Why a decision was refused, and where to turn on what it lacks. */
export function StaffRefusal({ error }: { error: Error | null }) {
  return (
    <>
      <RefusalMessage error={error} />
      <SecondFactorLink error={error} />
    </>
  )
}

/** The way to two-factor authentication, when a decision was refused for want of it. */
export function SecondFactorLink({ error }: { error: Error | null }) {
  if (!(error instanceof RefusalError) || error.code !== 'second_factor_required') return null
  return (
    <Link
      to="/settings/password"
      className="inline-flex min-h-11 items-center font-semibold text-ink underline underline-offset-4"
    >
      {m.staff_second_factor_link()}
    </Link>
  )
}

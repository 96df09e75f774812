import { Link } from '@tanstack/react-router'
import { m } from '../../../paraglide/messages.js'

/** A user by name, with a link to their profile if they have a username. */
export function Person({ of }: { of: { username: string | null } }) {
  if (of.username === null) return <span>{m.staff_user_unnamed()}</span>
  return (
    <Link
      to="/@{$username}"
      params={{ username: of.username }}
      className="-my-3 inline-block min-w-11 py-3 font-semibold text-ink underline underline-offset-4"
    >
      @{of.username}
    </Link>
  )
}

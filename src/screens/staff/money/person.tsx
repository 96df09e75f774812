import { Link } from '@tanstack/react-router'
import { m } from '../../../paraglide/messages.js'

/** Somebody by name, leading to their profile; people without a username have none. */
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

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { User } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { Avatar } from '../../ui/avatar.tsx'

/** A face, a name that leads to the profile, a line under it, and what can be done at the end. */
export function Person({ user, children, actions }: { user: User; children?: ReactNode; actions?: ReactNode }) {
  return (
    <div data-item className="flex flex-wrap items-center gap-3 px-4 py-3 sm:px-6">
      <Avatar user={user} />
      <div className="min-w-0 flex-1 basis-40">
        {user.username ? (
          <Link to="/@{$username}" params={{ username: user.username }} className="name-link">
            {nameOf(user)}
          </Link>
        ) : (
          <span className="block truncate font-semibold">{nameOf(user)}</span>
        )}
        <div className="text-ink-soft text-sm">{children}</div>
      </div>
      {actions && <div className="flex shrink-0 items-center gap-1">{actions}</div>}
    </div>
  )
}

export const nameOf = (user: User): string =>
  user.display_name || (user.username ? `@${user.username}` : m.agencies_gone())

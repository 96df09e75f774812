import { Link } from '@tanstack/react-router'
import type { User } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { Avatar } from '../../ui/avatar.tsx'
import { Coins } from '../../ui/coins.tsx'
import { Icon } from '../../ui/icon.tsx'
import { FollowButton } from './follow-button.tsx'

/** One creator in a list: who, how many follow, the price or the reason why they are here, and the button to follow. */
export function CreatorRow({ user, reason = null }: { user: User; reason?: string | null }) {
  return (
    <div className="flex items-center gap-3 px-4 py-3 sm:px-6">
      <Link
        to="/@{$username}"
        params={{ username: user.username ?? '' }}
        data-item
        className="flex min-w-0 flex-1 items-center gap-3 rounded-control"
      >
        <Avatar user={user} size="lg" />
        <span className="min-w-0">
          <span className="flex items-center gap-1 font-semibold">
            <span className="truncate">{user.display_name ?? `@${user.username}`}</span>
            <Icon name="badge-check" className="size-4 shrink-0 text-brass-text" />
            <span className="sr-only">{m.ui_verified()}</span>
          </span>
          <span className="block text-ink-soft text-sm [overflow-wrap:anywhere]">
            @{user.username}
            {'\u00a0· '}
            <span className="tabular-nums">{m.profile_followers_count({ count: user.counts.followers })}</span>
          </span>
          <span className="block text-ink-soft text-sm [overflow-wrap:anywhere]">
            {reason ? (
              reason
            ) : user.subscription_price ? (
              <>
                <Coins amount={user.subscription_price} /> {m.search_a_month()}
              </>
            ) : (
              m.search_free()
            )}
          </span>
        </span>
      </Link>
      <FollowButton user={user} />
    </div>
  )
}

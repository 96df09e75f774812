import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { m } from '../../paraglide/messages.js'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { Thumbnail } from '../../ui/thumbnail.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import type { Group } from './grouped.ts'

/** A notification or a group of them: whose it is, what happened, and a picture of the thing, to which it leads. */
export function NotificationRow({ group, onRead }: { group: Group; onRead: () => void }) {
  const { first, others, unread } = group
  const isUnread = unread.length > 0
  return (
    <li>
      <Link
        to={first.object.url}
        onClick={onRead}
        data-item
        className={clsx(
          'flex min-h-18 items-center gap-3 px-4 py-3 sm:px-6 outline-offset-[-4px] hover:bg-sunken',
          isUnread && 'bg-raised',
        )}
      >
        <Faces group={group} />
        <span className="min-w-0 flex-1">
          <span className={clsx('block [overflow-wrap:anywhere]', isUnread && 'font-semibold')}>
            {first.text}
            {others > 0 && <span className="text-ink-soft"> {m.notifications_and_others({ count: others })}</span>}
          </span>
          <TimeAgo at={first.created_at} className="text-ink-faint text-sm" />
        </span>
        {first.thumbnail && <Thumbnail thumbnail={first.thumbnail} />}
        {isUnread && (
          <span className="size-2.5 shrink-0 rounded-full bg-signal">
            <span className="sr-only">{m.nav_unread()}</span>
          </span>
        )}
      </Link>
    </li>
  )
}

/** The people of a group, one over the other; a bell for what the platform says. */
function Faces({ group: { actors, first } }: { group: Group }) {
  const [latest, ...earlier] = actors
  if (latest === undefined)
    return (
      <span aria-hidden="true" className="flex size-11 shrink-0 items-center justify-center rounded-full bg-sunken">
        <Icon name={iconOf(first.type)} />
      </span>
    )
  if (earlier.length === 0) return <Avatar user={latest} />
  return (
    <span className="relative flex size-11 shrink-0">
      {[...earlier].reverse().map((actor, index) => (
        <Avatar
          key={actor.id}
          user={actor}
          size="sm"
          className={clsx('!absolute right-0 bottom-0', earlier.length === 2 && index === 0 && 'translate-x-1.5')}
        />
      ))}
      <Avatar user={latest} size="sm" className="rounded-full ring-2 ring-paper" />
    </span>
  )
}

/** What the platform itself says is about money or about the account. */
const iconOf = (type: string): IconName =>
  /^(?:topup|payout|refund|sale)/.test(type) ? 'coins' : type === 'new_sign_in' ? 'shield' : 'bell'

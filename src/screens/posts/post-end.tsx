import { useSyncExternalStore } from 'react'
import type { Post } from '../../../contract/posts.ts'
import { languageTag } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'

/** Until when a post can be seen, or that it is archived (product §80). */
export function PostEnd({ post: { archived, expires_at: at, can_edit: isOwn } }: { post: Post }) {
  return (
    <div className="mt-2 flex min-h-6 items-center gap-1.5 px-4 text-ink-soft text-sm sm:px-6">
      {archived ? (
        <>
          <Badge>
            <Icon name="archive" className="size-4" />
            {m.posts_archived()}
          </Badge>
          {!isOwn && m.posts_archived_bought()}
        </>
      ) : (
        at !== null && (
          <>
            <Icon name="clock" className="size-4" />
            <End at={at} />
          </>
        )
      )}
    </div>
  )
}

/** "Expires in 3 hours" within a day, else the moment by the viewer's clock, which comes with hydration. */
function End({ at }: { at: string }) {
  const isHere = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const left = Date.parse(at) - Date.now()
  if (!isHere || left < dayMs)
    return (
      <span>
        {m.posts_expires()} <TimeAgo at={at} />
      </span>
    )
  const near: Intl.DateTimeFormatOptions = { weekday: 'long', hour: 'numeric', minute: '2-digit' }
  const format = new Intl.DateTimeFormat(
    languageTag(),
    left < 6 * dayMs ? near : { dateStyle: 'long', timeStyle: 'short' },
  )
  return <time dateTime={at}>{m.posts_until({ date: format.format(new Date(at)) })}</time>
}

const dayMs = 86_400_000
const never = () => () => undefined

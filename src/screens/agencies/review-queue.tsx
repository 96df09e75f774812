import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Agency } from '../../../contract/agency-shapes.ts'
import type { QueuedConversation } from '../../../contract/reviews.ts'
import type { User } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { reviewQueueQuery } from '../../queries/reviews.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { PagedRows } from './paged-rows.tsx'
import { nameOf } from './person.tsx'
import { ReviewSheet } from './review-sheet.tsx'

type ReviewQueueProps = { agency: Agency; operator: User; show: 'to_review' | 'all' }

/** The conversations in which an operator wrote in the last seven days; a press opens one to read and review it. */
export function ReviewQueue({ agency, operator, show }: ReviewQueueProps) {
  const queue = useInfiniteQuery(reviewQueueQuery(agency.id, operator.id, show))
  const [open, setOpen] = useState<QueuedConversation | null>(null)
  return (
    <>
      <PagedRows
        list={queue}
        nothing={
          <EmptyState scene="masks" title={m.reviews_queue_empty()}>
            {show === 'all' ? m.reviews_queue_silent() : m.reviews_queue_done({ name: nameOf(operator) })}
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className="divide-y divide-hairline">
            {rows.map((row) => (
              <li key={row.message_id}>
                <QueueRow row={row} onOpen={() => setOpen(row)} />
              </li>
            ))}
          </ul>
        )}
      </PagedRows>
      {open && (
        <ReviewSheet
          agencyId={agency.id}
          place={{ creator: open.creator, fan: open.fan, messageId: open.message_id }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

function QueueRow({ row, onOpen }: { row: QueuedConversation; onOpen: () => void }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex w-full items-center gap-3 px-4 py-3 text-left hover:bg-sunken sm:px-6"
    >
      <Avatar user={row.fan} />
      <span className="min-w-0 flex-1">
        <span className="block truncate">
          <strong className="font-semibold">{nameOf(row.fan)}</strong>{' '}
          <span className="text-ink-soft text-sm">{m.agencies_as({ name: nameOf(row.creator) })}</span>
        </span>
        <span className="wrap-anywhere line-clamp-2 text-ink-soft text-sm">{row.text || m.reviews_no_words()}</span>
      </span>
      <span className="flex shrink-0 flex-col items-end gap-1">
        <TimeAgo at={row.at} className="text-ink-faint text-sm" />
        {row.is_reviewed && <Badge tone="leaf">{m.reviews_is_reviewed()}</Badge>}
      </span>
    </button>
  )
}

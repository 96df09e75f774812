import { useState } from 'react'
import type { Agency } from '../../../contract/agency-shapes.ts'
import type { Review } from '../../../contract/reviews.ts'
import { m } from '../../paraglide/messages.js'
import { useRemoveReview } from '../../queries/reviews.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx'
import { Menu } from '../../ui/menu.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { nameOf } from './person.tsx'
import { ReviewSheet } from './review-sheet.tsx'

/** A review: its score, by whom, what it says and of which message. Its author changes and deletes it. */
export function ReviewRow({ agency, review }: { agency: Agency; review: Review }) {
  const [open, setOpen] = useState<'change' | 'remove' | null>(null)
  const remove = useRemoveReview()
  const { author, creator, about } = review
  const isMine = author.id === agency.members.find((it) => it.id === agency.my_member_id)?.user.id
  return (
    <li className="flex items-start gap-3 px-4 py-3 sm:px-6">
      <Avatar user={author} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <Badge tone={review.score >= 4 ? 'leaf' : review.score <= 2 ? 'rust' : 'plain'}>
            {m.reviews_score_of({ score: review.score })}
          </Badge>
          <span className="font-semibold">{nameOf(author)}</span>
          <span className="text-ink-soft text-sm">{m.agencies_as({ name: nameOf(creator) })}</span>
          <TimeAgo at={review.changed_at ?? review.created_at} className="text-ink-faint text-sm" />
        </p>
        {review.comment && <p className="wrap-anywhere mt-1 whitespace-pre-wrap">{review.comment}</p>}
        {about ? (
          <blockquote className="wrap-anywhere mt-1 line-clamp-4 border-hairline border-l-2 pl-3 text-ink-soft text-sm">
            {m.reviews_to({ name: nameOf(about.fan) })} {about.text || m.reviews_no_words()}
          </blockquote>
        ) : (
          <p className="mt-1 text-ink-faint text-sm">{m.reviews_hidden()}</p>
        )}
      </div>
      {isMine && (
        <Menu
          items={[
            ...(about
              ? [{ label: m.reviews_change(), icon: 'pencil' as const, onSelect: () => setOpen('change') }]
              : []),
            { label: m.reviews_remove(), icon: 'trash' as const, danger: true, onSelect: () => setOpen('remove') },
          ]}
        />
      )}
      {open === 'change' && about && (
        <ReviewSheet
          agencyId={agency.id}
          place={{ creator, fan: about.fan, messageId: review.message_id }}
          onClose={() => setOpen(null)}
        />
      )}
      <ConfirmSheet
        open={open === 'remove'}
        onClose={() => setOpen(null)}
        title={m.reviews_remove_title()}
        confirm={m.reviews_remove()}
        onConfirm={() => remove.mutate({ id: agency.id, reviewId: review.id }, { onSuccess: () => setOpen(null) })}
        busy={remove.isPending}
        error={remove.error}
      >
        {m.reviews_remove_text({ name: nameOf(review.operator) })}
      </ConfirmSheet>
    </li>
  )
}

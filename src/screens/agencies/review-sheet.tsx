import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { reviewCommentLength } from '../../../contract/limits.ts'
import { reviewScores, type SupervisedMessage } from '../../../contract/reviews.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { reviewConversationQuery, usePutReview } from '../../queries/reviews.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { rowsOf } from './paged-rows.tsx'
import { nameOf } from './person.tsx'
import { type ReviewPlace, SupervisedMessages } from './supervised-messages.tsx'

type ReviewSheetProps = { agencyId: string; place: ReviewPlace; onClose: () => void }

/** A conversation as a supervisor reads it, and the review of one message in it: at first the one it was opened for. */
export function ReviewSheet({ agencyId, place, onClose }: ReviewSheetProps) {
  const conversation = useInfiniteQuery(reviewConversationQuery(agencyId, place.creator.id, place.fan.id))
  const [chosenId, setChosenId] = useState(place.messageId)
  const put = usePutReview()
  const formId = useId()
  const messages = rowsOf(conversation.data)
  const chosen = messages.find((it) => it.id === chosenId)
  const save = ({ score, comment }: { score: number; comment: string }) =>
    put.mutate(
      { id: agencyId, message_id: chosenId, score, comment },
      {
        onSuccess: () => {
          toast(m.reviews_saved(), { type: 'success' })
          onClose()
        },
      },
    )
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={m.reviews_conversation({ fan: nameOf(place.fan), creator: nameOf(place.creator) })}
      description={m.reviews_conversation_text({ creator: nameOf(place.creator) })}
      held={put.isPending}
      actions={
        chosen?.may_review && (
          <Button variant="primary" type="submit" form={formId} busy={put.isPending}>
            {m.reviews_save()}
          </Button>
        )
      }
    >
      {conversation.error && !conversation.data ? (
        <LoadError
          error={conversation.error}
          onRetry={() => void conversation.refetch()}
          busy={conversation.isFetching}
        />
      ) : conversation.data === undefined ? (
        <Skeleton className="h-64 w-full" />
      ) : (
        <>
          {conversation.hasNextPage && (
            <Button
              size="sm"
              variant="ghost"
              busy={conversation.isFetchingNextPage}
              onClick={() => void conversation.fetchNextPage()}
            >
              {m.reviews_earlier()}
            </Button>
          )}
          <SupervisedMessages
            messages={messages.toReversed()}
            place={place}
            chosenId={chosenId}
            onChoose={(id) => setChosenId(id)}
          />
          {chosen?.may_review && (
            <ReviewForm key={chosen.id} id={formId} review={chosen.review} error={put.error} onSave={save} />
          )}
        </>
      )}
    </Sheet>
  )
}

type ReviewFormProps = {
  id: string
  review: SupervisedMessage['review']
  error: unknown
  onSave: (review: { score: number; comment: string }) => void
}

function ReviewForm({ id, review, error, onSave }: ReviewFormProps) {
  const [score, setScore] = useState<number | null>(review?.score ?? null)
  const [comment, setComment] = useState(review?.comment ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (score !== null) onSave({ score, comment: comment.trim() })
  }
  return (
    <form id={id} onSubmit={submit} className="mt-4 flex flex-col gap-4 border-hairline border-t pt-4">
      <Field group label={m.reviews_score()} hint={m.reviews_score_hint()} error={error ? errorMessage(error) : null}>
        <div className="flex gap-2">
          {reviewScores.map((it) => (
            <label
              key={it}
              className="relative flex h-11 flex-1 cursor-pointer items-center justify-center rounded-control border border-edge font-semibold tabular-nums has-checked:border-transparent has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
            >
              <input
                type="radio"
                name={`${id}-score`}
                required
                checked={score === it}
                onChange={() => setScore(it)}
                aria-label={m.reviews_score_of({ score: it })}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              {it}
            </label>
          ))}
        </div>
      </Field>
      <Field label={m.reviews_comment()} optional hint={m.reviews_comment_hint()}>
        <Textarea
          value={comment}
          maxLength={reviewCommentLength}
          onChange={(event) => setComment(event.target.value)}
        />
      </Field>
    </form>
  )
}

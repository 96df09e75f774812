import { clsx } from 'clsx'
import type { SupervisedMessage } from '../../../contract/reviews.ts'
import type { User } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { Coins } from '../../ui/coins.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { nameOf } from './person.tsx'

/** A conversation, and the message in it that it was opened for. */
export type ReviewPlace = { creator: User; fan: User; messageId: string }

type SupervisedMessagesProps = {
  /** The earliest first. */
  messages: readonly SupervisedMessage[]
  place: ReviewPlace
  chosenId: string
  onChoose: (id: string) => void
}

/** The words of a conversation, and who wrote them. One that may be reviewed is chosen by a press. */
export function SupervisedMessages({ messages, place, chosenId, onChoose }: SupervisedMessagesProps) {
  return (
    <ol className="flex flex-col gap-2">
      {messages.map((message) => (
        <li
          key={message.id}
          className={clsx('flex max-w-[85%] flex-col', message.from === 'fan' ? 'self-start' : 'items-end self-end')}
        >
          <Line message={message} place={place} isChosen={message.id === chosenId} onChoose={onChoose} />
        </li>
      ))}
    </ol>
  )
}

type LineProps = Omit<SupervisedMessagesProps, 'messages' | 'chosenId'> & {
  message: SupervisedMessage
  isChosen: boolean
}

function Line({ message, place, isChosen, onChoose }: LineProps) {
  const bubble = clsx(
    'wrap-anywhere whitespace-pre-wrap rounded-control px-3 py-2 text-left',
    message.from === 'fan' ? 'bg-sunken' : 'border border-hairline',
    isChosen && 'outline-2 outline-signal',
  )
  const words = message.deleted ? (
    <span className="text-ink-faint">{m.reviews_deleted()}</span>
  ) : (
    message.text || m.reviews_no_words()
  )
  return (
    <>
      <p className="text-ink-faint text-xs">
        {nameOfAuthor(message, place)} · <TimeAgo at={message.at} />
      </p>
      {message.may_review ? (
        <button type="button" aria-pressed={isChosen} className={bubble} onClick={() => onChoose(message.id)}>
          {words}
        </button>
      ) : (
        <p className={bubble}>{words}</p>
      )}
      <Facts message={message} />
    </>
  )
}

function Facts({ message }: { message: SupervisedMessage }) {
  const { media, price, tip, review } = message
  if (media === 0 && price === null && tip === null && review === null) return null
  return (
    <p className="flex flex-wrap gap-x-3 text-ink-soft text-xs">
      {media > 0 && <span>{m.reviews_media({ count: media })}</span>}
      {(price ?? tip) !== null && <Coins amount={price ?? tip ?? 0} />}
      {review && <span className="font-semibold">{m.reviews_score_of({ score: review.score })}</span>}
    </p>
  )
}

function nameOfAuthor({ from, operator }: SupervisedMessage, { creator, fan }: ReviewPlace): string {
  if (from === 'fan') return nameOf(fan)
  if (from === 'creator') return nameOf(creator)
  return operator === null ? m.reviews_other_team() : nameOf(operator)
}

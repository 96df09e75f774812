import { m } from '../../paraglide/messages.js'
import { useOffline } from '../../stores/offline.ts'
import { dequeue, type Outgoing } from '../../stores/outbox.ts'
import { Icon } from '../../ui/icon.tsx'

/** A message on its way or waiting, or one that was not sent, which says so and can be sent again (safety §7). */
export function OutgoingBubble({ message, onRetry }: { message: Outgoing; onRetry: () => void }) {
  const { failure, content, media } = message
  return (
    <article className="mt-0.5 flex max-w-[80%] animate-spring flex-col items-end self-end sm:max-w-[70%]">
      <div
        className={`rounded-media px-3.5 py-2 ${failure ? 'border border-rust-text text-ink' : 'bg-ink text-paper opacity-70'}`}
      >
        {media.length > 0 && (
          <p className="flex items-center gap-2 text-sm">
            <Icon name="paperclip" className="size-4" /> {m.chat_attached({ count: media.length })}
          </p>
        )}
        {content && <p className="whitespace-pre-wrap break-words [overflow-wrap:anywhere]">{content}</p>}
      </div>
      {failure ? (
        <div role="alert" className="flex flex-wrap items-center justify-end gap-x-2 text-rust-text text-xs">
          <span>
            {m.chat_not_sent()} {failure}
          </span>
          <button type="button" onClick={onRetry} className="min-h-11 font-semibold underline underline-offset-4">
            {m.chat_retry()}
          </button>
          <Discard message={message} />
        </div>
      ) : (
        <OnItsWay message={message} />
      )}
    </article>
  )
}

/** Under way; without a connection it waits, and may be taken back. */
function OnItsWay({ message }: { message: Outgoing }) {
  const isOffline = useOffline((it) => it.since !== null)
  return (
    <div className="mt-0.5 flex items-center gap-x-2 px-1 text-ink-faint text-xs">
      <p className="flex items-center gap-1">
        <Icon name="clock" className="size-3" /> {isOffline ? m.chat_waiting() : m.chat_sending()}
      </p>
      {isOffline && <Discard message={message} />}
    </div>
  )
}

function Discard({ message }: { message: Outgoing }) {
  return (
    <button
      type="button"
      onClick={() => dequeue(message)}
      className="min-h-11 font-semibold underline underline-offset-4"
    >
      {m.chat_discard()}
    </button>
  )
}

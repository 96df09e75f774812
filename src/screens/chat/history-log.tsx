import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Message } from '../../../contract/chat.ts'
import { languageTag } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type Placement, placeMessages } from './message-groups.ts'
import { stepThrough } from './step-through.ts'
import type { Further, History } from './use-history.ts'
import { useLatest } from './use-latest.ts'
import { useShowPlace, useStay } from './use-place.ts'

type HistoryLogProps = {
  history: History
  /** Who is not the reader. */
  otherId: string
  /** What is on its way and not yet in the history: one more of them scrolls down. */
  outgoing?: readonly unknown[]
  /** Under the newest message, and where there is none. */
  below?: ReactNode
  empty?: ReactNode
  /** A message, with what stands above and under it. */
  row: (message: Message, placement: Placement) => ReactNode
}

/**
 * A history, newest at the bottom: turned around by the layout, so that the browser itself keeps the place. It is read on
 * in both directions from a place that one has gone to.
 */
export function HistoryLog({ history, otherId, outgoing = nothing, below, empty, row }: HistoryLogProps) {
  const { messages, earlier, later } = history
  const { log, look, isAway, fresh, toLatest } = useLatest(messages, outgoing, otherId)
  useStay(log, later === null ? null : (messages[0]?.seq ?? null))
  useShowPlace(log, history)
  const placements = placeMessages(messages, earlier.hasMore)
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={log}
        role="log"
        aria-label={m.chat_messages()}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable with the keyboard.
        tabIndex={0}
        onScroll={look}
        onKeyDown={stepThrough}
        className={clsx(
          'flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain px-3 py-4 outline-offset-[-4px] sm:px-4',
          later && '[overflow-anchor:none]',
        )}
      >
        {later === null ? below : <ReadOn further={later} label={m.chat_later()} />}
        {messages.map((message, at) => {
          const placement = placements[at] ?? alone
          return (
            <div
              key={message.id}
              className={clsx('flex flex-col', message === history.placed && 'placed')}
              data-seq={message.seq}
            >
              {placement.isNewDay && <Day at={message.created_at} />}
              {row(message, placement)}
            </div>
          )
        })}
        <ReadOn further={earlier} label={m.chat_earlier()}>
          {messages.length === 0 && empty}
        </ReadOn>
      </div>
      {(isAway || later) && <ToLatest fresh={fresh} onClick={later ? history.toLatest : toLatest} />}
    </div>
  )
}
const nothing: readonly unknown[] = []
const alone: Placement = { isNewDay: false, isFirst: true, isLast: true }

/** Reads further messages when the end of what is shown comes near, or by a press; `children` stand where there are none. */
function ReadOn({ further, label, children }: { further: Further; label: string; children?: ReactNode }) {
  const { hasMore, isFetching, isStuck, onMore } = further
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const it = end.current
    if (!it || !hasMore || isFetching || isStuck) return
    const watch = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && onMore(), {
      rootMargin: '400px',
    })
    watch.observe(it)
    return () => watch.disconnect()
  }, [hasMore, isFetching, isStuck, onMore])
  return (
    <div ref={end} className="flex justify-center py-3">
      {hasMore ? (
        <Button variant="ghost" size="sm" busy={isFetching} onClick={onMore}>
          {label}
        </Button>
      ) : (
        children
      )}
    </div>
  )
}

/** The way back down from earlier messages, with how many have come meanwhile. */
function ToLatest({ fresh, onClick }: { fresh: number; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={fresh > 0 ? `${m.chat_latest()} (${fresh})` : m.chat_latest()}
      onClick={onClick}
      className="absolute right-4 bottom-3 flex h-11 min-w-11 items-center justify-center gap-1 rounded-full border border-edge bg-raised px-3 shadow-sm"
    >
      {fresh > 0 && <span className="font-bold text-signal-text text-sm tabular-nums">{fresh}</span>}
      <Icon name="chevron-down" />
    </button>
  )
}

function Day({ at }: { at: string }) {
  return (
    <p className="my-3 text-center font-medium text-ink-faint text-xs" suppressHydrationWarning>
      {new Intl.DateTimeFormat(languageTag(), { weekday: 'long', day: 'numeric', month: 'long' }).format(new Date(at))}
    </p>
  )
}

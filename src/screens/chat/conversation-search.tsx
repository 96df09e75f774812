import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import type { FoundMessage } from '../../../contract/chat-search.ts'
import { searchLength } from '../../../contract/limits.ts'
import { dayText } from '../../lib/dates.ts'
import { m } from '../../paraglide/messages.js'
import type { FoundQuery, Place } from '../../queries/history.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Input } from '../../ui/input.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { typingPauseMs } from '../../ui/typed-search.tsx'
import { useOverlay } from '../../ui/use-overlay.ts'
import { LoadError } from '../frame/load-error.tsx'

type SearchProps = {
  /** Who is not the reader. */
  other: { id: string; username: string | null }
  /** Finds what is looked for. */
  find: (q: string) => FoundQuery
  onGo: (place: Place) => void
  onClose: () => void
}

/** Finds messages of a conversation, and goes to one of them or to a day. Enter goes to the newest that was found. */
export function ConversationSearch({ other, find, onGo, onClose }: SearchProps) {
  const [written, setWritten] = useState('')
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(written.trim()), typingPauseMs)
    return () => clearTimeout(timer)
  }, [written])
  const found = useInfiniteQuery(find(q))
  const rows = found.data?.pages.flatMap((page) => page.data) ?? []
  /** Which of them one has gone to; null while the list is open. */
  const [at, setAt] = useState<number | null>(null)
  useOverlay({ open: true, close: onClose })
  const go = (to: number) => {
    const row = rows[to]
    if (row === undefined) return
    setAt(to)
    onGo({ around_seq: row.seq })
    if (to >= rows.length - 3 && found.hasNextPage && !found.isFetchingNextPage) void found.fetchNextPage()
  }
  /** Enter was pressed before there was an answer: it goes there when there is one. */
  const [isHurried, setIsHurried] = useState(false)
  const enter = () => {
    setQ(written.trim())
    setIsHurried(true)
  }
  const isThere = found.data !== undefined && q === written.trim()
  useEffect(() => {
    if (!isHurried || !isThere) return
    setIsHurried(false)
    go(0)
  })
  return (
    <search
      className="flex max-h-[60%] shrink-0 flex-col border-hairline border-b bg-paper"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onClose()
      }}
    >
      <div className="flex items-center gap-1 px-2 py-2 md:px-4">
        <Input
          type="search"
          autoFocus
          value={written}
          maxLength={searchLength}
          placeholder={m.chat_find()}
          aria-label={m.chat_find()}
          before={<Icon name="search" className="size-4" />}
          onFocus={() => setAt(null)}
          onChange={(event) => {
            setWritten(event.target.value)
            setIsHurried(false)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) enter()
          }}
        />
        <DayField onDay={(day) => onGo({ around_time: new Date(`${day}T00:00`).toISOString() })} />
        <Button variant="ghost" size="icon" aria-label={m.chat_find_end()} onClick={onClose}>
          <Icon name="x" />
        </Button>
      </div>
      {q !== '' && (
        <div className="flex min-h-0 items-center gap-1 px-3 pb-2 md:px-4">
          <p aria-live="polite" className="flex-1 text-ink-soft text-sm">
            {found.data && countText(rows, found.hasNextPage, at, q, found.data.pages.at(-1)?.searched_to ?? null)}
          </p>
          {at !== null && (
            <>
              <Button
                variant="ghost"
                size="icon"
                aria-label={m.chat_find_up()}
                disabled={at >= rows.length - 1}
                className="disabled:opacity-40"
                onClick={() => go(at + 1)}
              >
                <Icon name="chevron-down" className="size-5 rotate-180" />
              </Button>
              <Button
                variant="ghost"
                size="icon"
                aria-label={m.chat_find_down()}
                disabled={at === 0}
                className="disabled:opacity-40"
                onClick={() => go(at - 1)}
              >
                <Icon name="chevron-down" />
              </Button>
            </>
          )}
        </div>
      )}
      {found.isError && !found.data && <LoadError error={found.error} onRetry={() => void found.refetch()} />}
      {at === null && (rows.length > 0 || found.hasNextPage) && (
        <ul className="min-h-0 overflow-y-auto overscroll-contain border-hairline border-t">
          {rows.map((row, index) => (
            <li key={row.id}>
              <Found row={row} q={q} other={other} onPress={() => go(index)} />
            </li>
          ))}
          {found.hasNextPage && (
            <li className="flex justify-center py-2">
              <Button
                variant="ghost"
                size="sm"
                busy={found.isFetchingNextPage}
                onClick={() => void found.fetchNextPage()}
              >
                {m.chat_find_earlier()}
              </Button>
            </li>
          )}
        </ul>
      )}
    </search>
  )
}

function countText(
  rows: readonly FoundMessage[],
  hasMore: boolean,
  at: number | null,
  q: string,
  since: string | null,
) {
  const count = rows.length
  if (at !== null) return m.chat_find_place({ at: at + 1, count: hasMore ? `${count}+` : count })
  if (count === 0) return since === null ? m.chat_find_none({ q }) : m.chat_find_none_since({ q, date: dayText(since) })
  return hasMore ? m.chat_found_so_far({ count }) : m.chat_found({ count })
}

type FoundProps = { row: FoundMessage; q: string; other: SearchProps['other']; onPress: () => void }

function Found({ row, q, other, onPress }: FoundProps) {
  const isMine = row.sender_id !== other.id
  return (
    <button
      type="button"
      onClick={onPress}
      className="flex min-h-14 w-full flex-col justify-center gap-0.5 px-4 py-2 text-left hover:bg-sunken focus-visible:outline-offset-[-4px]"
    >
      <span className="flex w-full justify-between gap-3 text-ink-soft text-xs">
        <span className="truncate">{isMine ? m.chat_you() : `@${other.username}`}</span>
        <TimeAgo at={row.created_at} />
      </span>
      <span className="line-clamp-2 break-words [overflow-wrap:anywhere]">{marked(row.excerpt, q)}</span>
    </button>
  )
}

/** A text with what was looked for marked in it. */
function marked(text: string, q: string) {
  const at = text.toLowerCase().indexOf(q.toLowerCase())
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark className="bg-transparent font-bold text-ink underline">{text.slice(at, at + q.length)}</mark>
      {text.slice(at + q.length)}
    </>
  )
}

/** A day to go to: a button with the calendar of the browser. */
function DayField({ onDay }: { onDay: (day: string) => void }) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className="relative flex size-11 shrink-0 items-center justify-center rounded-control hover:bg-sunken has-focus-visible:outline-2"
    >
      <span className="sr-only">{m.chat_find_day()}</span>
      <Icon name="calendar" className="size-5 text-ink-soft" />
      <input
        id={id}
        type="date"
        min="2020-01-01"
        onClick={(event) => event.currentTarget.showPicker?.()}
        onChange={(event) => event.target.validity.valid && event.target.value && onDay(event.target.value)}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
    </label>
  )
}

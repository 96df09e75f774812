import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Message } from '../../../contract/chat.ts'

type Latest = {
  /** The scrolling history, whose lowest place is 0 and what is above it is negative. */
  log: RefObject<HTMLDivElement | null>
  look: () => void
  /** Earlier messages are looked at, so that the newest ones are out of sight. */
  isAway: boolean
  /** How many messages of the other user have arrived meanwhile. */
  fresh: number
  toLatest: () => void
}

/** The scroll position in the history. Sending a message or a tip scrolls to the newest ones. */
export function useLatest(messages: readonly Message[], outgoing: readonly unknown[], otherId: string): Latest {
  const log = useRef<HTMLDivElement>(null)
  /** The newest number that was in sight when one went up; null while one is below. */
  const [leftAt, setLeftAt] = useState<number | null>(null)
  const newest = messages[0]?.seq ?? 0
  const look = () => setLeftAt((was) => (isAbove(log.current) ? (was ?? newest) : null))
  // The viewer may have scrolled before the page was hydrated.
  useEffect(() => setLeftAt((was) => (isAbove(log.current) ? (was ?? newest) : null)), [newest])
  const written = useRef(outgoing.length)
  useEffect(() => {
    if (outgoing.length > written.current) log.current?.scrollTo({ top: 0 })
    written.current = outgoing.length
  }, [outgoing.length])
  // A tip is sent from a sheet, and comes back as a message.
  const tip = messages.find((it) => it.type === 'tip' && it.sender.id !== otherId)?.seq ?? 0
  const seenTip = useRef(tip)
  useEffect(() => {
    if (tip > seenTip.current) log.current?.scrollTo({ top: 0 })
    seenTip.current = tip
  }, [tip])
  const isNew = (it: Message) => leftAt !== null && it.seq > leftAt && it.sender.id === otherId && !it.deleted
  return {
    log,
    look,
    isAway: leftAt !== null,
    fresh: leftAt === null ? 0 : messages.filter(isNew).length,
    toLatest: () => {
      log.current?.scrollTo({ top: 0 })
      log.current?.focus({ preventScroll: true })
    },
  }
}

const isAbove = (log: HTMLDivElement | null): boolean => (log?.scrollTop ?? 0) < -awayPx
const awayPx = 300

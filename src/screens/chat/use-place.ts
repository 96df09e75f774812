import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { History } from './use-history.ts'

type Log = RefObject<HTMLDivElement | null>

/** Scrolls to the message that one has gone to. The focus stays where one searches, else it goes to the history. */
export function useShowPlace(log: Log, { place, placed }: Pick<History, 'place' | 'placed'>): void {
  const shown = useRef<unknown>(null)
  useEffect(() => {
    if (place === null || placed === undefined || shown.current === place) return
    shown.current = place
    rowOf(log.current, placed.seq)?.scrollIntoView({ block: 'center' })
    if (document.activeElement === document.body) log.current?.focus({ preventScroll: true })
  }, [log, place, placed])
}

/**
 * Keeps in place what is read when later messages come under it: the layout is turned around and counts from below.
 * `newest` is the number of the last message that is shown; null among the latest, where the browser sees to it.
 */
export function useStay(log: Log, newest: number | null): void {
  const before = useRef(newest)
  useLayoutEffect(() => {
    const was = before.current
    before.current = newest
    if (log.current === null || newest === null || was === null || was === newest) return
    const [last, added] = [rowOf(log.current, was), rowOf(log.current, newest)]
    if (last && added) log.current.scrollTop -= bottomOf(added) - bottomOf(last)
  }, [log, newest])
}

const rowOf = (log: HTMLElement | null, seq: number) => log?.querySelector<HTMLElement>(`[data-seq="${seq}"]`)
const bottomOf = (row: HTMLElement) => row.getBoundingClientRect().bottom

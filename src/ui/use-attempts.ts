import { useEffect, useRef, useState } from 'react'

/** Milliseconds before each next attempt. */
const pauses = [500, 2000, 6000]

/**
 * Tries something again that failed: after a short pause or, without a signal, when that is back. `isOver` after three
 * further attempts of which none was told to `succeed`.
 */
export function useAttempts() {
  const [attempt, setAttempt] = useState(0)
  const [isOver, setOver] = useState(false)
  const failed = useRef(0)
  const ending = useRef(new AbortController())
  useEffect(() => {
    ending.current = new AbortController()
    return () => ending.current.abort()
  }, [])

  const fail = () => {
    const pause = pauses[failed.current]
    if (pause === undefined) return setOver(true)
    const { signal } = ending.current
    const next = () => signal.aborted || setAttempt((it) => it + 1)
    if (!navigator.onLine) return addEventListener('online', next, { once: true, signal })
    failed.current += 1
    setTimeout(next, pause)
  }
  const succeed = () => {
    failed.current = 0
  }
  return { attempt, isOver, fail, succeed }
}

import { useEffect, useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { useWhen } from './shift-line.tsx'

/** A quarter of an hour before access ends by itself it says when; nothing before, and nothing for access without an end. */
export function EndsSoon({ at }: { at: string | null | undefined }) {
  const when = useWhen(null)
  const now = useNow()
  const left = now === null || !at ? Infinity : Date.parse(at) - now
  return at && left > 0 && left <= soonMs ? m.acting_ends({ when: when(at) }) : null
}
const soonMs = 15 * 60_000

/** The time, looked at every half minute; null on the server, whose clock is another. */
function useNow(): number | null {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

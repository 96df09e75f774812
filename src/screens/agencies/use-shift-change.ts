import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ShiftNow } from '../../../contract/shifts.ts'

type Shifts = readonly (ShiftNow | null | undefined)[]

/** Reads again what depends on shifts when the first of them begins or ends. */
export function useShiftChange(shifts: Shifts, queryKey: QueryKey): void {
  const queryClient = useQueryClient()
  const next = Math.min(...shifts.flatMap((it) => (it ? [Date.parse(it.changes_at)] : [])))
  const key = JSON.stringify(queryKey)
  useEffect(() => {
    if (!Number.isFinite(next)) return
    // A clock that is ahead of the server's would read the old answer again.
    const wait = Math.min(Math.max(next - Date.now(), 0) + lateMs, longestMs)
    const timer = setTimeout(() => void queryClient.invalidateQueries({ queryKey: JSON.parse(key) }), wait)
    return () => clearTimeout(timer)
  }, [next, key, queryClient])
}
const lateMs = 1_000
/** A timer of more would fire at once. */
const longestMs = 2 ** 31 - 1

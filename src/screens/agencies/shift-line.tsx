import { useSyncExternalStore } from 'react'
import type { ShiftNow } from '../../../contract/shifts.ts'
import { shiftText, whenText } from '../../lib/shift-text.ts'
import { m } from '../../paraglide/messages.js'
import { Badge } from '../../ui/badge.tsx'
import { deviceZone } from './shift-draft.ts'

/** A shift in words, and whether it is on now; nothing for a grant that holds always. */
export function ShiftLine({ shift }: { shift: ShiftNow | null | undefined }) {
  if (!shift) return null
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1">
      <Badge tone={shift.is_on ? 'leaf' : 'plain'}>
        {shift.is_on ? m.agencies_shift_on() : m.agencies_shift_off()}
      </Badge>
      <span>{shiftText(shift)}</span>
    </span>
  )
}

/** When the next shift begins, where a button would stand; nothing while one is on. */
export function ShiftBegins({ shift }: { shift: ShiftNow }) {
  const when = useWhen(shift)
  return <span className="text-ink-soft text-sm">{m.agencies_shift_begins({ when: when(shift.changes_at) })}</span>
}

/**
 * Says when something is by the reader's own clock. The server does not know it, so that a page begins with the clock of
 * the shift.
 */
export function useWhen(shift: Pick<ShiftNow, 'zone'> | null): (iso: string) => string {
  const zone = useSyncExternalStore(never, deviceZone, () => shift?.zone ?? 'UTC')
  return (iso) => whenText(iso, zone, Date.now())
}
const never = () => () => undefined

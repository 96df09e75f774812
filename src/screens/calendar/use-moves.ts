import { useState } from 'react'
import { clockAt, momentIn } from '../../../contract/policy/zoned-time.ts'
import { m } from '../../paraglide/messages.js'
import { type MovableItem, useMoveItem } from '../../queries/calendar.ts'
import { toast } from '../../stores/toasts.ts'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { whenText } from './labels.ts'

/** Dragging, and the item that is to get another time. */
export function useMoves(zone: string) {
  const [dragged, setDragged] = useState<MovableItem | null>(null)
  const [asked, setAsked] = useState<MovableItem | null>(null)
  const { mutateAsync } = useMoveItem()
  const onMoved = useMoved(zone)
  const onDrop = (day: string) => {
    setDragged(null)
    if (dragged === null || clockAt(zone, Date.parse(dragged.at)).day === day) return
    const at = momentIn(zone, day, clockAt(zone, Date.parse(dragged.at)).time)
    if (at <= Date.now()) return void toast(m.refusal_time_passed(), { type: 'error' })
    const move = { item: dragged, at: new Date(at).toISOString() }
    // What it was refused for is said by a toast.
    void mutateAsync(move).then(
      () => onMoved(move),
      () => undefined,
    )
  }
  return { dragged, onDrag: setDragged, onDrop, asked, setAsked, onMoved }
}

/** Says where something was moved to; for ten seconds it can be moved back. */
function useMoved(zone: string) {
  const { mutateAsync } = useMoveItem()
  return ({ item, at }: { item: MovableItem; at: string }) =>
    toastWithUndo(m.calendar_moved({ when: whenText(at, zone) }), () =>
      mutateAsync({ item: { ...item, at }, at: item.at }).catch(() => undefined),
    )
}

import { type Ref, type RefObject, useEffect, useImperativeHandle, useRef } from 'react'

type Control = HTMLInputElement | HTMLTextAreaElement

/**
 * For a control whose value its screen holds: tells the screen what was typed before its code had come, as if it were
 * typed now. Without it the screen believes the control empty, and empties it with its next change.
 */
export function useTypedEarly<T extends Control>(value: unknown, outer: Ref<T> | undefined): RefObject<T | null> {
  const control = useRef<T>(null)
  useImperativeHandle(outer, () => control.current as T, [])
  const held = useRef(value)
  useEffect(() => {
    if (control.current !== null && typeof held.current === 'string') tell(control.current, held.current)
  }, [])
  return control
}

/** React only hears of a change when the value differs from what it last wrote, which it does through this property. */
function tell(control: Control, held: string): void {
  const typed = control.value
  if (typed === held) return
  control.value = held
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, typed)
  control.dispatchEvent(new Event('input', { bubbles: true }))
}

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

/** The same for a choice from a list. */
export function useChosenEarly(value: unknown): RefObject<HTMLSelectElement | null> {
  const control = useRef<HTMLSelectElement>(null)
  const held = useRef(value)
  useEffect(() => {
    const list = control.current
    const chosen = list?.value
    if (list === null || chosen === undefined || typeof held.current !== 'string' || chosen === held.current) return
    return unlessTold(list, () => {
      list.value = chosen
      list.dispatchEvent(new Event('change', { bubbles: true }))
    })
  }, [])
  return control
}

/** The same for what is switched on or off, or is one of several: of those it is the one that was chosen that tells. */
export function useSwitchedEarly(checked: boolean): RefObject<HTMLInputElement | null> {
  const control = useRef<HTMLInputElement>(null)
  const held = useRef(checked)
  useEffect(() => {
    const input = control.current
    if (input === null || input.checked === held.current || (input.type === 'radio' && held.current)) return
    return unlessTold(input, () => {
      input.checked = held.current
      input.click()
    })
  }, [])
  return control
}

/** Tells in a turn of its own, as the change that wakes the page is itself still being told. Answers how to leave it. */
function unlessTold(control: HTMLElement, tellIt: () => void): () => void {
  const leave = () => clearTimeout(timer)
  const timer = setTimeout(() => {
    control.removeEventListener('change', leave)
    tellIt()
  })
  control.addEventListener('change', leave, { once: true })
  return leave
}

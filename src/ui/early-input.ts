import { type Ref, type RefObject, useEffect, useImperativeHandle, useRef } from 'react'

type Control = HTMLInputElement | HTMLTextAreaElement

/**
 * For a control whose value its screen holds: tells the screen what was typed before its code had come, as if it were
 * typed now. Without it the screen believes the control empty, and empties it with its next change.
 */
export function useEarlyInput<T extends Control>(value: unknown, outer: Ref<T> | undefined): RefObject<T | null> {
  const control = useRef<T>(null)
  useImperativeHandle(outer, () => control.current as T, [])
  const rendered = useRef(value)
  useEffect(() => {
    if (control.current !== null && typeof rendered.current === 'string')
      dispatchInput(control.current, rendered.current)
  }, [])
  return control
}

/** React only hears of a change when the value differs from what it last wrote, which it does through this property. */
function dispatchInput(control: Control, rendered: string): void {
  const typed = control.value
  if (typed === rendered) return
  control.value = rendered
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, typed)
  control.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The same for a choice from a list. */
export function useEarlyChoice(value: unknown): RefObject<HTMLSelectElement | null> {
  const control = useRef<HTMLSelectElement>(null)
  const rendered = useRef(value)
  useEffect(() => {
    const list = control.current
    const chosen = list?.value
    if (list === null || chosen === undefined || typeof rendered.current !== 'string' || chosen === rendered.current)
      return
    return unlessChanged(list, () => {
      list.value = chosen
      list.dispatchEvent(new Event('change', { bubbles: true }))
    })
  }, [])
  return control
}

/** The same for what is switched on or off, or is one of several: of those it is the one that was chosen that tells. */
export function useEarlySwitch(checked: boolean): RefObject<HTMLInputElement | null> {
  const control = useRef<HTMLInputElement>(null)
  const rendered = useRef(checked)
  useEffect(() => {
    const input = control.current
    if (input === null || input.checked === rendered.current || (input.type === 'radio' && rendered.current)) return
    return unlessChanged(input, () => {
      input.checked = rendered.current
      input.click()
    })
  }, [])
  return control
}

/** Tells in a turn of its own, as the change that wakes the page is itself still being told. Answers how to leave it. */
function unlessChanged(control: HTMLElement, dispatchChange: () => void): () => void {
  const cancel = () => clearTimeout(timer)
  const timer = setTimeout(() => {
    control.removeEventListener('change', cancel)
    dispatchChange()
  })
  control.addEventListener('change', cancel, { once: true })
  return cancel
}

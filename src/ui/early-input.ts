import { type Ref, type RefObject, useEffect, useImperativeHandle, useRef } from 'react'

type Control = HTMLInputElement | HTMLTextAreaElement

/**
 * For a controlled input: dispatches what was typed before hydration, as if it were
 * typed now. Without it React believes the control empty, and empties it with its next render.
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

/** React only sees a change when the value differs from what it last wrote through this property. */
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

/** The same for a checkbox, or for a group of radio buttons, where only the chosen one dispatches. */
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

/**
 * Dispatches in a task of its own, because the change that starts hydration is still being dispatched. Returns how to
 * cancel.
 */
function unlessChanged(control: HTMLElement, dispatchChange: () => void): () => void {
  const cancel = () => clearTimeout(timer)
  const timer = setTimeout(() => {
    control.removeEventListener('change', cancel)
    dispatchChange()
  })
  control.addEventListener('change', cancel, { once: true })
  return cancel
}

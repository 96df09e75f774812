import { expect } from 'vitest'
import { page } from 'vitest/browser'

/** Drags something to a day of the calendar, as a pointer does. */
export async function drag(from: Element, to: Element): Promise<void> {
  const dataTransfer = new DataTransfer()
  const send = (target: Element, type: string) =>
    target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
  send(from, 'dragstart')
  // A day takes what is dropped on it once it knows that something is dragged.
  await expect.poll(() => send(to, 'dragover')).toBe(false)
  send(to, 'drop')
}

/** What is dragged by a text in it. */
export const cardOf = (text: string): Element => page.getByText(text).element().closest('[draggable=true]') as Element

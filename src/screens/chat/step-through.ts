/**
 * Moves the focus from message to message, since their order in the page (newest first) is not what one sees: up to the
 * one before, down to the one after, and below the newest back to where one writes.
 */
export function stepThrough(event: { key: string; target: EventTarget; preventDefault: () => void }): void {
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
  const from = event.target instanceof HTMLElement ? event.target.closest('[data-seq]') : null
  if (from === null) return
  event.preventDefault()
  const isUp = event.key === 'ArrowUp'
  let next = from
  for (;;) {
    const beside = isUp ? next.nextElementSibling : next.previousElementSibling
    if (beside === null || !beside.matches('[data-seq]')) break
    next = beside
    if (focusActs(next)) return
  }
  if (!isUp) from.closest('section')?.querySelector('textarea')?.focus()
}

/** From where one writes up to the newest message; false when there is none to go to. */
export function stepUp(field: HTMLElement): boolean {
  const messages = field.closest('section')?.querySelectorAll('[role=log] [data-seq]') ?? []
  return [...messages].some(focusActs)
}

function focusActs(message: Element): boolean {
  const menuButton = message.querySelector<HTMLElement>('[aria-haspopup=menu]')
  menuButton?.focus()
  return menuButton !== null
}

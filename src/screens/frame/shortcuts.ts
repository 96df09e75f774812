let listening = false
let lastKey = ''

/**
 * The keyboard: `/` search, `g` then h, c, n or s for home, chat, notifications and
 * search, `j` and `k` through the items of a list (everything marked `data-item` that can take focus).
 */
export function listen(first: KeyboardEvent): void {
  if (listening) return
  listening = true
  press(first)
  addEventListener('keydown', press)
}

function press(event: KeyboardEvent) {
  if (!isShortcut(event)) return
  const key = event.key
  if (lastKey === 'g' && key in places) go(event, places[key] ?? '/')
  else if (key === '/') search(event)
  else if (key === 'j' || key === 'k') step(event, key === 'j' ? 1 : -1)
  lastKey = key
}

const places: Record<string, string> = { h: '/', c: '/chat', n: '/notifications', s: '/search' }

/** Whether a key is one of ours: no one has taken it, it is pressed alone, and it is no text where it goes. */
export const isShortcut = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented && !event.metaKey && !event.ctrlKey && !event.altKey && !isTypingInto(event.target)

/** Whether keys are text where they go. */
export function isTypingInto(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

/** A click on the frame's own link, so that the router navigates and nothing here needs to know it. */
function go(event: KeyboardEvent, path: string) {
  event.preventDefault()
  const link = document.querySelector<HTMLAnchorElement>(`nav :is(a[href="${path}"], a[href^="${path}?"])`)
  if (link) link.click()
  else location.assign(path)
}

function search(event: KeyboardEvent) {
  const field = document.querySelector<HTMLInputElement>('input[type=search]')
  if (!field) return go(event, '/search')
  event.preventDefault()
  field.focus()
}

function step(event: KeyboardEvent, by: 1 | -1) {
  const items = [...document.querySelectorAll<HTMLElement>('[data-item]')]
  const at = items.findIndex((it) => it === document.activeElement || it.contains(document.activeElement))
  const next = items[at < 0 ? 0 : at + by]
  if (!next) return
  event.preventDefault()
  next.focus()
  next.scrollIntoView({ block: 'nearest' })
}

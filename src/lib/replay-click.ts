/**
 * Runs in the head: stores the last button, or link that opens a sheet, pressed before the page is hydrated, for `replayClick`; its form
 * is not sent, because the browser would put a password into the address. A form with an action needs no code.
 */
export const earlyClickScript = `addEventListener('click',e=>{let w=window,b=!document.documentElement.dataset.hydrated&&e.target.closest('button,a[aria-haspopup]');if(b&&!b.form?.hasAttribute('action')){e.preventDefault();e.stopPropagation();w.pressed=b}},true)`

/**
 * Once the page is hydrated: marks it with `data-hydrated` and presses the button that was pressed too early. Both
 * happen in a task of their own, because React hydrates what is pressed only outside of its own work. Parts whose code
 * comes later are hydrated later; what is pressed there waits for them.
 */
export function replayClick(): void {
  const page = window as Window & { pressed?: HTMLElement }
  setTimeout(() => {
    const late = [...document.querySelectorAll<HTMLElement>('button,a[aria-haspopup]')].filter((it) => !isHydrated(it))
    document.documentElement.dataset.hydrated = 'true'
    if (page.pressed) press(page.pressed)
    delete page.pressed
    if (late.length > 0) addEventListener('click', (event) => waitFor(event, late), true)
  })
}

/** React loses a click on what it has not hydrated, and a link would lead to the page for visitors without code. */
function waitFor(event: MouseEvent, late: readonly HTMLElement[]): void {
  const pressed = late.find((it) => event.target instanceof Node && it.contains(event.target))
  if (!pressed || isHydrated(pressed)) return
  event.preventDefault()
  event.stopPropagation()
  press(pressed)
}

/** The press that waits; a later one takes its place. */
let waiting: HTMLElement | null = null

function press(pressed: HTMLElement): void {
  waiting = pressed
  const look = () => {
    if (waiting !== pressed || !pressed.isConnected) return
    if (!isHydrated(pressed)) return void setTimeout(look, 50)
    waiting = null
    pressed.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    pressed.click()
  }
  look()
}

/** React notes the props of an element on it when it takes it over; nothing public says so. */
const isHydrated = (it: HTMLElement): boolean => Object.keys(it).some((key) => key.startsWith('__reactProps$'))

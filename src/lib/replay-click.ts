/**
 * Runs in the head: stores the last button, or link that opens a sheet, pressed before the page is hydrated, for `replayClick`; its form
 * is not sent, because the browser would put a password into the address. A form with an action needs no code.
 */
export const earlyClickScript = `addEventListener('click',e=>{let w=window,b=!document.documentElement.dataset.hydrated&&e.target.closest('button,a[aria-haspopup]');if(b&&!b.form?.hasAttribute('action')){e.preventDefault();e.stopPropagation();w.pressed=b}},true)`

/**
 * Once the page is hydrated: marks it with `data-hydrated` and presses the button that was pressed too early. Both
 * happen in a task of their own, because React hydrates what is pressed only outside of its own work. Parts whose code
 * comes later are hydrated later; what is pressed there waits for them, since React would lose the click and a link
 * would lead to the page for visitors without code.
 */
export function replayClick(): void {
  const page = window as Window & { pressed?: HTMLElement | undefined }
  /** Waits for its part; a later press takes its place. */
  const press = (it: HTMLElement) => {
    page.pressed = it
    const look = () => {
      if (page.pressed !== it || !it.isConnected) return
      if (!isHydrated(it)) return setTimeout(look, 50)
      page.pressed = undefined
      it.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
      it.click()
    }
    look()
  }
  setTimeout(() => {
    // The code of the page did not hear the touch that came before it, and some parts wait for one (`firstTouch`).
    page.pressed?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    const late = [...document.querySelectorAll<HTMLElement>('button,a[aria-haspopup]')].filter((it) => !isHydrated(it))
    document.documentElement.dataset.hydrated = 'true'
    if (page.pressed) press(page.pressed)
    addEventListener(
      'click',
      (event) => {
        const it = late.find((it) => it.contains(event.target as Node))
        if (!it || isHydrated(it)) return
        event.preventDefault()
        event.stopPropagation()
        press(it)
      },
      true,
    )
  })
}

/** React notes the props of an element on it when it takes it over; nothing public says so. */
const isHydrated = (it: HTMLElement): boolean => Object.keys(it).some((key) => key.startsWith('__reactP'))

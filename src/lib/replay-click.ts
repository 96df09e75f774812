/**
 * Runs in the head: stores the last button, or link that opens a sheet, pressed before the page is hydrated, for `replayClick`; its form
 * is not sent, because the browser would put a password into the address. A form with an action needs no code.
 */
export const earlyClickScript = `addEventListener('click',e=>{let w=window,b=!document.documentElement.dataset.hydrated&&e.target.closest('button,a[aria-haspopup]');if(b&&!b.form?.hasAttribute('action')){e.preventDefault();e.stopPropagation();w.pressed=b}},true)`

/**
 * Once the page is hydrated: marks it with `data-hydrated` and presses the button that was pressed too early. Both
 * happen in a task of their own, because React hydrates what is pressed only outside of its own work.
 */
export function replayClick(): void {
  const page = window as Window & { pressed?: HTMLElement }
  setTimeout(() => {
    document.documentElement.dataset.hydrated = 'true'
    page.pressed?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    page.pressed?.click()
    delete page.pressed
  })
}

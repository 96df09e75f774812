/**
 * Runs in the head: a button pressed before the page's code is there is kept for `pressAgain`, the last one only, and
 * its form waits with it (sent by the browser, a password would stand in the address). A form with an address of its own
 * needs no code.
 */
export const earlyClickScript = `addEventListener('click',e=>{let w=window,b=!w.isAwake&&e.target.closest('button');if(b&&!b.form?.hasAttribute('action')){e.preventDefault();e.stopPropagation();w.pressed=b}},true)`

/**
 * Once the page is awake: presses the button that was pressed too early, in a turn of its own, as React wakes what is
 * pressed only outside of its own work.
 */
export function pressAgain(): void {
  const page = window as Window & { isAwake?: true; pressed?: HTMLButtonElement }
  setTimeout(() => {
    page.isAwake = true
    page.pressed?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    page.pressed?.click()
    delete page.pressed
  })
}

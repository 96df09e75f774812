/** A ref: what scrolls and has nothing in it that can have the focus takes it itself, so that the arrow keys scroll it. */
export function letKeysScroll(element: HTMLElement | null): void {
  if (element && !element.querySelector('a, button, input, select, textarea, [tabindex]')) element.tabIndex = 0
  else element?.removeAttribute('tabindex')
}

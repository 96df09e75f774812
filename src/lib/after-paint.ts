/** Runs this once the browser has painted what is due; at once in a tab in the background, which paints nothing. */
export function afterPaint(run: () => void): void {
  if (document.visibilityState === 'hidden') run()
  else requestAnimationFrame(() => setTimeout(run))
}

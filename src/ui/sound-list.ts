import type { Track } from '../stores/sound.ts'

const shown = new Map<HTMLElement, () => Track>()

/** Notes that an element of the page shows a track. */
export function register(element: HTMLElement, toTrack: () => Track): void {
  shown.set(element, toTrack)
}

export function forget(element: HTMLElement): void {
  shown.delete(element)
}

/** The tracks of the post or message around an element, in the order in which they are seen. */
export function tracksBeside(element: HTMLElement | null): Track[] {
  const around = element?.closest('article') ?? element
  return [...shown]
    .filter(([it]) => around?.contains(it))
    .sort(([a], [b]) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
    .map(([, toTrack]) => toTrack())
}

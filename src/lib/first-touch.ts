import { afterPaint } from './after-paint.ts'

/**
 * Resolves with the viewer's first touch, key, turn of the wheel or step in the history on this page, or when a picture
 * of it has not come and its place must be mended; at once on the server. Code that waits for it is no part of a visit
 * that only looks: until then the page stands as the server wrote it, and its links work. What the touch itself changes
 * is painted first.
 */
export const firstTouch: Promise<void> =
  typeof window === 'undefined'
    ? Promise.resolve()
    : new Promise((resolve) => {
        for (const event of ['pointerdown', 'keydown', 'wheel', 'popstate'])
          addEventListener(event, () => afterPaint(resolve), { once: true, capture: true, passive: true })
        const mend = () => {
          if ([...document.images].some((it) => it.complete && it.naturalWidth === 0)) resolve()
        }
        // Code comes after the first paint, often later than the last picture.
        if (document.readyState === 'complete') mend()
        else addEventListener('load', mend)
      })

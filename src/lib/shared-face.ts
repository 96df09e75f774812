import type { AnyRouter } from '@tanstack/react-router'

/**
 * Lets the face on a link to a profile or a conversation grow into the face of that page (`.face`), where the browser
 * has view transitions. Both have one name in the transition, each on its own page; a page that shows a face of its own
 * keeps it. Returns what ends it.
 */
export function shareFaces(router: AnyRouter): () => void {
  const plain = router.startViewTransition
  router.startViewTransition = (change) => {
    const changed = plain(async () => {
      await change()
      // The new page takes the name over.
      pressed()?.classList.remove(name)
    })
    // Nothing waits for it: in a tab that is hidden no frame comes.
    void settled(changed).then(() => delete document.documentElement.dataset.sharedFace)
    return changed
  }
  addEventListener('click', choose, { capture: true })
  return () => {
    router.startViewTransition = plain
    removeEventListener('click', choose, { capture: true })
  }
}

const name = 'shared-face'
const pressed = () => document.querySelector(`.${name}`)

function choose(event: MouseEvent): void {
  pressed()?.classList.remove(name)
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || document.querySelector('.face')) return
  const link = event.target instanceof Element ? event.target.closest('a[href^="/@"], a[href^="/chat?"]') : null
  const face = link?.querySelector('.avatar')
  if (!face) return
  face.classList.add(name)
  document.documentElement.dataset.sharedFace = ''
}

/** When the transition, which begins with a frame of its own, has come to its end. */
async function settled(changed: unknown): Promise<void> {
  await Promise.allSettled([changed])
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const moving = document
    .getAnimations()
    .filter(({ effect }) => effect instanceof KeyframeEffect && effect.pseudoElement?.startsWith('::view-transition'))
  await Promise.allSettled(moving.map((it) => it.finished))
}

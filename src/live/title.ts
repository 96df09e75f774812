import type { QueryClient } from '@tanstack/react-query'
import { readDiscreet } from '../lib/discreet.ts'
import { knownSession } from '../queries/session.ts'
import { unreadTitle } from './unread-title.ts'

/**
 * Keeps title and favicon at the unread rule while the live socket runs, on whatever page. Returns how to stop, which
 * puts both back.
 */
export function watchTitle(queryClient: QueryClient): () => void {
  const badge = new Badge()
  const look = () => {
    const viewer = knownSession(queryClient)
    // A page with a plain name shows neither how much is unread nor of whom.
    badge.show(viewer.state === 'in' && !readDiscreet().plain ? unreadTitle(viewer.profile) : null)
  }
  const stop = queryClient.getQueryCache().subscribe(({ query: { queryKey }, type }) => {
    if (type === 'updated' && queryKey[0] === 'session') look()
  })
  look()
  return () => {
    stop()
    badge.stop()
  }
}

/** Puts the count before the page's own title, also when that changes under it, and restores it with its favicon. */
class Badge {
  private own = document.title
  private count: string | null = null
  private readonly watch = new MutationObserver(() => this.renamed())

  constructor() {
    this.watch.observe(document.head, { subtree: true, childList: true, characterData: true })
  }

  show(count: string | null) {
    if (count === this.count) return
    if (this.count === null) this.own = document.title
    if ((count === null) !== (this.count === null)) setIcon(count !== null)
    this.count = count
    document.title = this.shown()
  }

  stop() {
    this.show(null)
    this.watch.disconnect()
  }

  /** A navigation changes the title; the count stays before it. */
  private renamed() {
    if (this.count === null || document.title === this.shown()) return
    this.own = document.title
    document.title = this.shown()
  }

  private shown = (): string => (this.count === null ? this.own : `${this.count} · ${this.own}`)
}

function setIcon(isUnread: boolean) {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="icon"]')) {
    link.href = link.href.replace(
      /favicon(?:-notification)?\.(svg|png)/,
      `favicon${isUnread ? '-notification' : ''}.$1`,
    )
  }
}

import { InfiniteQueryObserver, type QueryClient } from '@tanstack/react-query'
import { conversationsQuery } from '../queries/chat.ts'
import { knownSession } from '../queries/session.ts'
import { unreadTitle } from './unread-title.ts'

/**
 * Keeps title and favicon at the unread rule while the live socket runs, on whatever page: the lists are watched, so
 * that they stay cached and are refreshed when stale; a creator's inbox counts as well. Returns how to stop, which puts
 * both back.
 */
export function watchTitle(queryClient: QueryClient): () => void {
  const session = knownSession(queryClient)
  const isCreator = session.state === 'in' && session.profile.is_creator
  const modes = isCreator ? ([undefined, 'creator'] as const) : [undefined]
  const lists = modes.map((mode) => new InfiniteQueryObserver(queryClient, conversationsQuery({ mode })))
  const badge = new Badge()
  const look = () => {
    const viewer = knownSession(queryClient)
    const isOn = viewer.state === 'in' && viewer.profile.settings.notifications.messages.app
    const pages = lists.flatMap((list) => list.getCurrentResult().data?.pages ?? [])
    const conversations = pages.flatMap((page) => page.data)
    badge.show(unreadTitle(conversations, isOn))
  }
  const stops = [
    ...lists.map((list) => list.subscribe(look)),
    queryClient.getQueryCache().subscribe(({ query: { queryKey }, type }) => {
      if (type === 'updated' && queryKey[0] === 'session') look()
    }),
  ]
  look()
  return () => {
    for (const stop of stops) stop()
    badge.stop()
  }
}

/** Stores the page's own title, also when it changes under the badge, and restores it with its favicon. */
class Badge {
  private own = document.title
  private shown: string | null = null
  private readonly watch = new MutationObserver(() => this.renamed())

  constructor() {
    this.watch.observe(document.head, { subtree: true, childList: true, characterData: true })
  }

  show(title: string | null) {
    if (title === this.shown) return
    if (this.shown === null) this.own = document.title
    this.shown = title
    document.title = title ?? this.own
    setIcon(title !== null)
  }

  stop() {
    this.show(null)
    this.watch.disconnect()
  }

  /** A navigation changes the title; the badge stays on top. */
  private renamed() {
    if (this.shown === null || document.title === this.shown) return
    this.own = document.title
    document.title = this.shown
  }
}

function setIcon(isUnread: boolean) {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="icon"]')) {
    link.href = link.href.replace(
      /favicon(?:-notification)?\.(svg|png)/,
      `favicon${isUnread ? '-notification' : ''}.$1`,
    )
  }
}

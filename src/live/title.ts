import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Session } from '../../contract/chat.ts'
import { sessionsQuery } from '../queries/chat.ts'
import { knownSession } from '../queries/session.ts'
import { unreadTitle } from './unread-title.ts'

/** Keeps title and favicon at the unread rule while the live socket runs. Answers how to stop, which puts both back. */
export function watchTitle(queryClient: QueryClient): () => void {
  void queryClient.prefetchInfiniteQuery(sessionsQuery({}))
  const badge = new Badge()
  const look = () => {
    const session = knownSession(queryClient)
    const list = queryClient.getQueryData<InfiniteData<{ data: Session[] }>>(sessionsQuery({}).queryKey)
    const isOn = session.state === 'in' && session.profile.settings.notifications.messages.app
    badge.show(unreadTitle(list?.pages.flatMap((page) => page.data) ?? [], isOn))
  }
  const unsubscribe = queryClient.getQueryCache().subscribe(({ query: { queryKey }, type }) => {
    if (type === 'updated' && (queryKey[0] === 'chat' || queryKey[0] === 'session')) look()
  })
  look()
  return () => {
    unsubscribe()
    badge.stop()
  }
}

/** The page's own title is kept, whatever it becomes while the badge shows, and comes back with its favicon. */
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

  /** A navigation names the page anew; the badge stays on top. */
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

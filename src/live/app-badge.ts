import type { QueryClient } from '@tanstack/react-query'
import type { Profile } from '../../contract/profile.ts'
import { knownSession } from '../queries/session.ts'

/**
 * Keeps the number on the installed app's icon at what its owner has not read, while the live socket runs. Returns how
 * to stop, which clears the icon; a closed app keeps its number until a push or its next start.
 */
export function watchAppBadge(queryClient: QueryClient): () => void {
  if (!('setAppBadge' in navigator)) return () => undefined
  let shown: number | null = null
  const show = (count: number) => {
    if (count === shown) return
    shown = count
    // A browser may refuse it, for example where the app is not installed.
    void (count === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(count)).catch(() => undefined)
  }
  const look = () => {
    const viewer = knownSession(queryClient)
    show(viewer.state === 'in' ? badgeCount(viewer.profile) : 0)
  }
  const stop = queryClient.getQueryCache().subscribe(({ query: { queryKey }, type }) => {
    if (type === 'updated' && queryKey[0] === 'session') look()
  })
  look()
  return () => {
    stop()
    show(0)
  }
}

/** Notifications and conversations; none of a creator for whom an operator acts, because the icon is the operator's. */
function badgeCount({ unread_notifications, unread_messages, settings, acting_as }: Profile): number {
  if (acting_as !== null) return 0
  return unread_notifications + (settings.notifications.messages.app ? unread_messages : 0)
}

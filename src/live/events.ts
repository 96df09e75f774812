import type { QueryClient } from '@tanstack/react-query'
import type { LiveEvent, LivePayload } from '../../contract/live.ts'
import { accessEnded } from '../lib/events.ts'
import { chatKeys } from '../queries/chat-keys.ts'
import { markedRead, messageArrived, patchMessages, patchSessions } from '../queries/chat-cache.ts'
import { postKeys } from '../queries/posts.ts'
import { knownSession, patchProfile } from '../queries/session.ts'

/** What an event of the socket changes in the cache (SPEC §4, PRODUCT 29 and 30). */
export function applyEvent(queryClient: QueryClient, event: LiveEvent) {
  switch (event.type) {
    case 'new_message':
      return messageArrived(queryClient, event.message)
    case 'message_updated':
      return patchMessages(queryClient, event.session_id, (it) => (it.id === event.message.id ? event.message : it))
    case 'message_deleted':
      return patchMessages(queryClient, event.session_id, (it) =>
        it.id === event.message_id ? { ...it, deleted: true, content: '', media: [] } : it,
      )
    case 'read':
      return wasRead(queryClient, event)
    case 'media_unlocked':
      void queryClient.invalidateQueries({ queryKey: postKeys.all })
      return void queryClient.invalidateQueries({ queryKey: ['chat', 'messages'] })
    case 'new_notification':
      patchProfile(queryClient, ({ unread_notifications }) => ({ unread_notifications: unread_notifications + 1 }))
      return void queryClient.invalidateQueries({ queryKey: ['notifications'] })
    case 'new_broadcast':
      void queryClient.invalidateQueries({ queryKey: ['channel'] })
      return event.message
        ? messageArrived(queryClient, event.message)
        : void queryClient.invalidateQueries({ queryKey: chatKeys.all })
    case 'presence':
      return patchSessions(queryClient, (it) =>
        it.other_user_id === event.user_id ? { ...it, online: event.online } : it,
      )
    case 'balance':
      return patchProfile(queryClient, () => ({ coins: event.coins }))
    case 'session_revoked':
      return void dispatchEvent(new CustomEvent(accessEnded, { detail: event.reason }))
    case 'resumed':
      return event.complete ? undefined : catchUp(queryClient)
    default:
  }
}

/** After a gap the database is the truth: what is on screen is asked anew. */
export function catchUp(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: chatKeys.all })
  void queryClient.invalidateQueries({ queryKey: ['session'] })
}

/** The other one's receipt shows under what one wrote; one's own, from another tab, empties the count. */
function wasRead(queryClient: QueryClient, { session_id, reader_id, seq }: LivePayload<'read'>) {
  const viewer = knownSession(queryClient)
  const isOwn = viewer.state === 'in' && viewer.profile.id === reader_id
  const read_at = new Date().toISOString()
  patchMessages(queryClient, session_id, (it) =>
    it.seq <= seq && it.sender.id !== reader_id && !it.read_at ? { ...it, read_at } : it,
  )
  if (isOwn) return markedRead(queryClient, session_id, '', seq)
  patchSessions(queryClient, (it) =>
    it.id === session_id ? { ...it, other_read_seq: Math.max(it.other_read_seq, seq) } : it,
  )
}

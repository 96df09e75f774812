import type { QueryClient } from '@tanstack/react-query'
import type { LiveEvent, LivePayload } from '../../contract/live.ts'
import { sessionRevoked } from '../queries/acting.ts'
import { agencyKeys } from '../queries/agencies.ts'
import { calendarKey, channelKey } from '../queries/channel-key.ts'
import {
  markedRead,
  messageArrived,
  messageChanged,
  messageGone,
  patchConversations,
  patchMessages,
  recountUnread,
} from '../queries/chat-cache.ts'
import { chatKeys } from '../queries/chat-keys.ts'
import { giftKeys } from '../queries/gift-keys.ts'
import { newPostsKey } from '../queries/new-posts-key.ts'
import { notificationKeys } from '../queries/notification-keys.ts'
import { postKeys } from '../queries/posts.ts'
import { requestKeys } from '../queries/request-keys.ts'
import { knownSession, patchProfile, sessionKeys } from '../queries/session.ts'
import { verificationKey } from '../queries/verification-key.ts'

/** What an event of the socket changes in the cache (spec §4, product §29 and §30). */
export function applyEvent(queryClient: QueryClient, event: LiveEvent) {
  switch (event.type) {
    case 'new_message':
      return messageArrived(queryClient, event.message)
    case 'message_updated':
      return messageChanged(queryClient, event.message)
    case 'message_deleted':
      return messageGone(queryClient, event)
    case 'read':
      return wasRead(queryClient, event)
    case 'media_unlocked':
      // Who sold it reads so in the conversation.
      if (!isViewer(queryClient, event.by))
        return void (event.by && queryClient.invalidateQueries({ queryKey: chatKeys.messages(event.by) }))
      void queryClient.invalidateQueries({ queryKey: postKeys.all })
      return void queryClient.invalidateQueries({ queryKey: chatKeys.histories })
    case 'new_notification':
      if (event.kind?.startsWith('gift_')) void queryClient.invalidateQueries({ queryKey: giftKeys.all })
      if (event.kind?.startsWith('verification_')) void queryClient.invalidateQueries({ queryKey: verificationKey })
      // Without an id some were read, here or in another tab: how many are left is the API's to say. And a fan who has
      // become a creator is one from now on (spec §7).
      if (event.notification_id === undefined || event.kind === 'verification_approved')
        void queryClient.invalidateQueries({ queryKey: sessionKeys.profile })
      else patchProfile(queryClient, ({ unread_notifications: was }) => ({ unread_notifications: was + 1 }))
      return void queryClient.invalidateQueries({ queryKey: notificationKeys.list })
    case 'new_post':
      return void queryClient.setQueryData(newPostsKey('following'), true)
    case 'new_broadcast':
      void queryClient.invalidateQueries({ queryKey: channelKey })
      return event.message
        ? messageArrived(queryClient, event.message)
        : void queryClient.invalidateQueries({ queryKey: chatKeys.all })
    case 'presence':
      return patchConversations(queryClient, (it) =>
        it.other_user_id === event.user_id ? { ...it, online: event.online } : it,
      )
    case 'team_claim':
      return patchConversations(queryClient, (it) =>
        it.other_user_id === event.fan_id && it.fan ? { ...it, fan: { ...it.fan, claimed_by: nameOf(event) } } : it,
      )
    case 'calendar_changed':
      return void queryClient.invalidateQueries({ queryKey: calendarKey })
    case 'acting_log':
      return refreshAccessSoon(queryClient)
    case 'request_updated':
      void queryClient.invalidateQueries({ queryKey: requestKeys.waiting })
      return void queryClient.invalidateQueries({ queryKey: requestKeys.with(event.other_id) })
    case 'media_taken':
      return void queryClient.invalidateQueries({ queryKey: chatKeys.conversation(event.other_id) })
    case 'balance':
      return patchProfile(queryClient, () => ({ coins: event.coins }))
    case 'session_revoked':
      return sessionRevoked(queryClient, event.reason)
    case 'resumed':
      // A replayed event may already be counted in the answer of a call made meanwhile.
      if (event.complete) {
        // Its hints are not replayed.
        void queryClient.invalidateQueries({ queryKey: calendarKey })
        return void queryClient.invalidateQueries({ queryKey: sessionKeys.profile })
      }
      return catchUp(queryClient)
    default:
  }
}

/** Refreshes the creator's list of operators, once for a batch of events. */
function refreshAccessSoon(queryClient: QueryClient) {
  if (refreshTimer !== undefined) return
  refreshTimer = setTimeout(() => {
    refreshTimer = undefined
    void queryClient.invalidateQueries({ queryKey: agencyKeys.access })
  }, batchMs)
}
let refreshTimer: ReturnType<typeof setTimeout> | undefined
const batchMs = 250

/** The socket has opened: what happened between the rendering of the page and this moment has not reached this tab. */
export const opened = (queryClient: QueryClient): void => refreshShown(queryClient, sessionKeys.profile)

/** After a gap in the events everything on screen is fetched again. */
const catchUp = (queryClient: QueryClient): void => refreshShown(queryClient, sessionKeys.all)

function refreshShown(queryClient: QueryClient, ofSession: readonly string[]): void {
  for (const queryKey of [ofSession, ...changedByEvents]) void queryClient.invalidateQueries({ queryKey })
}
const changedByEvents = [
  chatKeys.all,
  agencyKeys.access,
  notificationKeys.list,
  channelKey,
  calendarKey,
  requestKeys.all,
  verificationKey,
] as const

/** A receipt of the other user marks messages as read; the viewer's own, from another tab, clears the count. */
function wasRead(queryClient: QueryClient, { session_id, reader_id, seq }: LivePayload<'read'>) {
  const isOwn = isViewer(queryClient, reader_id)
  const read_at = new Date().toISOString()
  patchMessages(queryClient, session_id, (it) =>
    it.seq <= seq && it.sender.id !== reader_id && !it.read_at ? { ...it, read_at } : it,
  )
  if (isOwn) {
    markedRead(queryClient, session_id, seq)
    return recountUnread(queryClient, session_id)
  }
  patchConversations(queryClient, (it) =>
    it.id === session_id ? { ...it, other_read_seq: Math.max(it.other_read_seq, seq) } : it,
  )
}

/** The operator who has claimed a conversation, as a creator's inbox names them. */
const nameOf = ({ operator }: LivePayload<'team_claim'>): string | null =>
  operator && (operator.display_name || `@${operator.username}`)

function isViewer(queryClient: QueryClient, userId: string | null): boolean {
  const viewer = knownSession(queryClient)
  return viewer.state === 'in' && viewer.profile.id === userId
}

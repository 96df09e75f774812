import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Message, Session } from '../../contract/chat.ts'
import type { LiveEvent, LivePayload } from '../../contract/live.ts'
import { chatKeys } from '../queries/chat.ts'
import { postKeys } from '../queries/posts.ts'
import { accessEnded, knownSession, patchProfile } from '../queries/session.ts'

type Pages<T> = InfiniteData<{ data: T[]; next: string | null }>

/** What an event of the socket changes in the cache (SPEC §4, PRODUCT 29 and 30). */
export function applyEvent(queryClient: QueryClient, event: LiveEvent): void {
  switch (event.type) {
    case 'new_message':
      return newMessage(queryClient, event)
    case 'message_updated':
      return eachHistory(queryClient, event.session_id, (it) => (it.id === event.message.id ? event.message : it))
    case 'message_deleted':
      return eachHistory(queryClient, event.session_id, (it) => (it.id === event.message_id ? { ...it, deleted: true, content: '', media: [] } : it))
    case 'read':
      return eachHistory(queryClient, event.session_id, (it) => (it.seq <= event.seq && it.sender.id !== event.reader_id && !it.read_at ? { ...it, read_at: new Date().toISOString() } : it))
    case 'media_unlocked':
      void queryClient.invalidateQueries({ queryKey: postKeys.all })
      return void queryClient.invalidateQueries({ queryKey: ['chat', 'messages'] })
    case 'new_notification':
      patchProfile(queryClient, ({ unread_notifications }) => ({ unread_notifications: unread_notifications + 1 }))
      return void queryClient.invalidateQueries({ queryKey: ['notifications'] })
    case 'new_broadcast':
      return void queryClient.invalidateQueries({ queryKey: chatKeys.all })
    case 'presence':
      return eachSession(queryClient, (it) => (it.other_user_id === event.user_id ? { ...it, online: event.online } : it))
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

/** A message joins its history once, and moves its conversation to the top; for a stranger's all are loaded anew. */
function newMessage(queryClient: QueryClient, { message, sender, session_id }: LivePayload<'new_message'>) {
  const session = knownSession(queryClient)
  const isOwn = session.state === 'in' && session.profile.id === sender.id
  const other = isOwn ? message.receiver_id : sender.id
  queryClient.setQueryData<Pages<Message>>(chatKeys.messages(other), (pages) => pages && withMessage(pages, message))
  const isOpen = location.pathname === '/chat' && document.visibilityState === 'visible' && document.documentElement.dataset['conversation'] === other
  const counts = !isOwn && !isOpen
  let isThere = false
  queryClient.setQueriesData<Pages<Session>>({ queryKey: chatKeys.lists }, (pages) => {
    const found = pages?.pages.flatMap((page) => page.data).find((it) => it.id === session_id)
    if (!pages || !found) return pages
    isThere = true
    return toTop(pages, touched(found, message, counts))
  })
  if (!isThere) void queryClient.invalidateQueries({ queryKey: chatKeys.lists })
  if (counts) patchProfile(queryClient, ({ unread_messages }) => ({ unread_messages: unread_messages + 1 }))
}

/** The same message again, or the echo of one's own under its `client_id`, takes the place of the first. */
function withMessage(pages: Pages<Message>, message: Message): Pages<Message> {
  const same = (it: Message) => it.id === message.id || (it.client_id !== null && it.client_id === message.client_id)
  const isKnown = pages.pages.some((page) => page.data.some(same))
  const [first, ...rest] = pages.pages
  if (!isKnown && first) return { ...pages, pages: [{ ...first, data: [message, ...first.data] }, ...rest] }
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, data: page.data.map((it) => (same(it) ? message : it)) })) }
}

function touched(session: Session, message: Message, counts: boolean): Session {
  const kinds = { IMAGE: 'image', VIDEO: 'video', SOUND: 'audio' } as const
  const [media] = message.media
  const unread_count = session.unread_count + Number(counts)
  return {
    ...session,
    last_message: message.content,
    last_message_at: message.created_at,
    last_message_type: message.tip !== null ? 'tip' : media ? kinds[media.type] : null,
    last_seq: message.seq,
    unread_count,
    has_unread_messages: unread_count > 0,
  }
}

function toTop(pages: Pages<Session>, session: Session): Pages<Session> {
  const rest = pages.pages.map((page) => ({ ...page, data: page.data.filter((it) => it.id !== session.id) }))
  const [first, ...others] = rest
  return first ? { ...pages, pages: [{ ...first, data: [session, ...first.data] }, ...others] } : pages
}

function eachSession(queryClient: QueryClient, change: (session: Session) => Session) {
  queryClient.setQueriesData<Pages<Session>>({ queryKey: chatKeys.lists }, (list) =>
    list && { ...list, pages: list.pages.map((page) => ({ ...page, data: page.data.map(change) })) },
  )
}

function eachHistory(queryClient: QueryClient, sessionId: string, change: (message: Message) => Message) {
  queryClient.setQueriesData<Pages<Message>>({ queryKey: ['chat', 'messages'] }, (list) =>
    list?.pages[0]?.data[0]?.session_id === sessionId
      ? { ...list, pages: list.pages.map((page) => ({ ...page, data: page.data.map(change) })) }
      : list,
  )
}

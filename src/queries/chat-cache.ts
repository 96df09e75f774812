import type { QueryClient } from '@tanstack/react-query'
import type { Conversation, Message, OpenConversation } from '../../contract/chat.ts'
import { lastMessageType } from '../lib/last-message-type.ts'
import { unwrap } from '../lib/refusal.ts'
import { getMessages } from '../server/chat.functions.ts'
import type { Pages } from './chat-join.ts'
import { chatKeys } from './chat-keys.ts'
import { knownSession, patchProfile, sessionKeys } from './session.ts'

/**
 * Applies a message from the socket or from an answer: it joins its history once and moves its conversation to the top
 * (spec §4, product §29). For a conversation in no list the lists are fetched again; a number that does not follow
 * the last known one makes it fetch the gap.
 */
export function messageArrived(queryClient: QueryClient, message: Message): void {
  const viewer = knownSession(queryClient)
  const isOwn = viewer.state === 'in' && viewer.profile.id === message.sender.id
  const other = isOwn ? message.receiver_id : message.sender.id
  const known = lastSeq(queryClient, other)
  if (known !== null && message.seq > known + 1) void fillGap(queryClient, other, known)
  addMessages(queryClient, other, [message])
  const counts = !isOwn && !isOnScreen(other)
  let shown: Conversation | undefined
  queryClient.setQueriesData<Pages<Conversation>>({ queryKey: chatKeys.lists }, (pages) => {
    const found = pages?.pages.flatMap((page) => page.data).find((it) => it.id === message.session_id)
    if (pages === undefined || found === undefined) return pages
    shown = found
    // Live messages of a muted conversation leave the list as it is (spec §4).
    if (found.muted && !isOwn) return pages
    return message.seq <= found.last_seq ? pages : toTop(pages, touched(found, message, counts))
  })
  queryClient.setQueryData<OpenConversation>(
    chatKeys.conversation(other),
    (it) => it && (message.seq > it.last_seq ? { ...touched(it, message, counts), id: message.session_id } : it),
  )
  if (shown?.muted && !isOwn) return
  if (shown === undefined || message.seq !== shown.last_seq + 1) {
    // What is not known, or came in another order, is counted by the API; an echo of what is known is no news.
    if (shown === undefined || message.seq > shown.last_seq + 1 || counts) reload(queryClient)
  } else if (counts) {
    // The badge counts conversations, the title messages.
    const isFirst = shown.unread_count === 0
    patchProfile(queryClient, ({ unread_messages, unread_chat }) => ({
      unread_messages: unread_messages + Number(isFirst),
      unread_chat: { messages: unread_chat.messages + 1, latest_username: message.sender.username },
    }))
  }
}

/** Fetches lists and badges again, once for a batch of events. */
function reload(queryClient: QueryClient): void {
  if (reloading !== undefined) return
  reloading = setTimeout(() => {
    reloading = undefined
    void queryClient.invalidateQueries({ queryKey: chatKeys.lists })
    void queryClient.invalidateQueries({ queryKey: chatKeys.counts })
    void queryClient.invalidateQueries({ queryKey: sessionKeys.profile })
  }, batchMs)
}
let reloading: ReturnType<typeof setTimeout> | undefined
const batchMs = 500

/** Shows a message as it is now: in its history, in quotes and, where it is the last one, in the lists. */
export function messageChanged(queryClient: QueryClient, message: Message): void {
  const { id, session_id, seq, content } = message
  patchMessages(queryClient, session_id, (it) => {
    if (it.id === id) return message
    return it.reply_to?.id === id ? { ...it, reply_to: { ...it.reply_to, content: content.slice(0, 200) } } : it
  })
  if (!message.deleted)
    patchConversations(queryClient, (it) =>
      it.id === session_id && it.last_seq === seq ? { ...it, last_message: content } : it,
    )
}

/** Removes a deleted message from the history, from quotes, from the lists and from the counts. */
export function messageGone(
  queryClient: QueryClient,
  it: { session_id: string; message_id: string; seq: number; unsent?: boolean | undefined },
): void {
  patchMessages(queryClient, it.session_id, (message) => {
    if (message.id === it.message_id) return { ...message, ...tombstone, unsent: it.unsent === true }
    return message.reply_to?.id === it.message_id
      ? { ...message, reply_to: { ...message.reply_to, content: '' } }
      : message
  })
  patchConversations(queryClient, (conversation) =>
    conversation.id === it.session_id && conversation.last_seq === it.seq
      ? { ...conversation, last_message: null, last_message_type: 'none' }
      : conversation,
  )
  reload(queryClient)
}

const tombstone = {
  deleted: true,
  content: '',
  media: [],
  price: null,
  locked: false,
  reply_to: null,
  likes: 0,
  liked: false,
  my_reaction: null,
  other_reaction: null,
  unsend_until: null,
  edited_at: null,
  edit_until: null,
}

/** Whether this conversation is open in a visible tab; the screen names it in the document. */
function isOnScreen(userId: string): boolean {
  return document.visibilityState === 'visible' && document.documentElement.dataset.conversation === userId
}

/** Inserts messages into the history by number; a known message is replaced. */
function addMessages(queryClient: QueryClient, userId: string, messages: readonly Message[]): void {
  queryClient.setQueryData<Pages<Message>>(chatKeys.messages(userId), (pages) => {
    const [first, ...rest] = pages?.pages ?? []
    if (pages === undefined || first === undefined) return pages
    const ids = new Map(messages.map((it) => [it.id, it]))
    const knownIds = new Set(pages.pages.flatMap((page) => page.data.map((it) => it.id)))
    const added = messages.filter((it) => !knownIds.has(it.id))
    const replaced = [first, ...rest].map((page) => ({ ...page, data: page.data.map((it) => ids.get(it.id) ?? it) }))
    const [top, ...others] = replaced
    if (top === undefined) return pages
    return { ...pages, pages: [{ ...top, data: [...added, ...top.data].sort((a, b) => b.seq - a.seq) }, ...others] }
  })
}

function lastSeq(queryClient: QueryClient, userId: string): number | null {
  return queryClient.getQueryData<Pages<Message>>(chatKeys.messages(userId))?.pages[0]?.data[0]?.seq ?? null
}

const filling = new Set<string>()

/** Asks for what came after a number, a hundred at a time. */
async function fillGap(queryClient: QueryClient, userId: string, after: number): Promise<void> {
  if (filling.has(userId)) return
  filling.add(userId)
  try {
    for (let seq: number | null = after; seq !== null; ) {
      const page: { data: Message[]; next: string | null } = await unwrap(
        getMessages({ data: { userId, after_seq: seq, limit: 100 } }),
      )
      addMessages(queryClient, userId, page.data)
      seq = page.next === null ? null : (page.data.at(-1)?.seq ?? null)
    }
  } catch {
    await queryClient.invalidateQueries({ queryKey: chatKeys.messages(userId) })
  } finally {
    filling.delete(userId)
  }
}

/** A conversation was read up to a number: lists and badge follow at once; what came after it stays unread. */
export function markedRead(queryClient: QueryClient, sessionId: string, seq: number): void {
  const read = <C extends OpenConversation>(it: C): C => {
    if (it.id !== sessionId || it.read_seq >= seq) return it
    const unread_count = Math.min(it.unread_count, Math.max(0, it.last_seq - seq))
    return { ...it, read_seq: seq, unread_count, has_unread_messages: unread_count > 0 }
  }
  const before = findListed(queryClient, sessionId)
  queryClient.setQueriesData<Pages<Conversation>>({ queryKey: chatKeys.lists }, (pages) => mapSessions(pages, read))
  queryClient.setQueriesData<OpenConversation>({ queryKey: chatKeys.single }, (it) => it && read(it))
  if (before === undefined || before.muted) return
  const left = read(before).unread_count
  if (left === before.unread_count) return
  patchProfile(queryClient, ({ unread_messages, unread_chat: { messages, latest_username } }) => ({
    unread_messages: Math.max(0, unread_messages - Number(left === 0)),
    unread_chat: {
      messages: Math.max(0, messages - (before.unread_count - left)),
      // Whose conversation is the latest now is the API's to say.
      latest_username: left === 0 && latest_username === before.other_username ? null : latest_username,
    },
  }))
}

/** After the API took a receipt: what the lists do not know of the unread messages is asked for. */
export function recountUnread(queryClient: QueryClient, sessionId: string): void {
  const viewer = knownSession(queryClient)
  if (viewer.state !== 'in') return
  const { messages, latest_username } = viewer.profile.unread_chat
  if (messages > 0 && (latest_username === null || findListed(queryClient, sessionId) === undefined))
    void queryClient.invalidateQueries({ queryKey: sessionKeys.profile })
}

function findListed(queryClient: QueryClient, sessionId: string): Conversation | undefined {
  const lists = queryClient.getQueriesData<Pages<Conversation>>({ queryKey: chatKeys.lists })
  return lists.flatMap(([, it]) => it?.pages.flatMap((page) => page.data) ?? []).find((it) => it.id === sessionId)
}

/** Changes what is shown of conversations, in every list and alone. */
export function patchConversations(
  queryClient: QueryClient,
  change: <C extends OpenConversation>(conversation: C) => C,
): void {
  queryClient.setQueriesData<Pages<Conversation>>({ queryKey: chatKeys.lists }, (pages) => mapSessions(pages, change))
  queryClient.setQueriesData<OpenConversation>({ queryKey: chatKeys.single }, (it) => it && change(it))
}

function mapSessions(
  pages: Pages<Conversation> | undefined,
  change: (conversation: Conversation) => Conversation,
): Pages<Conversation> | undefined {
  return pages && { ...pages, pages: pages.pages.map((page) => ({ ...page, data: page.data.map(change) })) }
}

/** Changes messages of one conversation, wherever its history is known. */
export function patchMessages(
  queryClient: QueryClient,
  sessionId: string,
  change: (message: Message) => Message,
): void {
  queryClient.setQueriesData<Pages<Message>>({ queryKey: chatKeys.histories }, (list) =>
    list?.pages[0]?.data[0]?.session_id === sessionId
      ? { ...list, pages: list.pages.map((page) => ({ ...page, data: page.data.map(change) })) }
      : list,
  )
}

function touched<C extends OpenConversation>(conversation: C, message: Message, counts: boolean): C {
  const unread_count = conversation.unread_count + Number(counts)
  return {
    ...conversation,
    last_message: message.content,
    last_message_at: message.created_at,
    last_message_type: lastMessageType(message),
    last_seq: message.seq,
    hidden: false,
    unread_count,
    has_unread_messages: unread_count > 0,
  }
}

function toTop(pages: Pages<Conversation>, conversation: Conversation): Pages<Conversation> {
  const rest = pages.pages.map((page) => ({ ...page, data: page.data.filter((it) => it.id !== conversation.id) }))
  const [first, ...others] = rest
  return first ? { ...pages, pages: [{ ...first, data: [conversation, ...first.data] }, ...others] } : pages
}

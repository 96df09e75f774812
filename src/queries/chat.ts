import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Conversation, chat, Message } from '../../contract/chat.ts'
import type { Sent } from '../../contract/endpoint.ts'
import { messagesPage, sessionsPage } from '../../contract/limits.ts'
import { errorMessage, RefusalError, unwrap } from '../lib/refusal.ts'
import {
  getConversation,
  getConversations,
  getMessages,
  hideConversation,
  likeMessage,
  muteConversation,
  removeMessage,
  sendMessage,
  updateConversation,
} from '../server/chat.functions.ts'
import { dequeue, enqueue, type Outgoing, setFailure } from '../stores/outbox.ts'
import { messageArrived, messageGone, patchConversations, patchMessages } from './chat-cache.ts'
import { joinConversations, joinHistory } from './chat-join.ts'
import { chatKeys } from './chat-keys.ts'
import { cursorPages } from './cursor-pages.ts'
import { knownSession, sessionKeys } from './session.ts'

export type ConversationsFilter = Pick<Sent<typeof chat.conversations>, 'search' | 'filter' | 'sort' | 'mode'>

/** The conversations, 30 a page (spec §4); the search text is trimmed (spec §5). */
export const conversationsQuery = ({ search, ...filter }: ConversationsFilter) =>
  infiniteQueryOptions({
    queryKey: [...chatKeys.lists, { ...filter, search: search?.trim() || undefined }],
    queryFn: ({ pageParam }) =>
      unwrap(
        getConversations({
          data: { ...filter, search: search?.trim() || undefined, cursor: pageParam, limit: sessionsPage },
        }),
      ),
    ...cursorPages,
    structuralSharing: joinConversations,
  })

/** The conversation with a user; without an id before the first message. */
export const conversationQuery = (userId: string) =>
  queryOptions({
    queryKey: chatKeys.conversation(userId),
    queryFn: () => unwrap(getConversation({ data: { userId } })),
  })

/** The history with a user, newest first. */
export const messagesQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: chatKeys.messages(userId),
    queryFn: ({ pageParam }) => unwrap(getMessages({ data: { userId, cursor: pageParam, limit: messagesPage } })),
    ...cursorPages,
    structuralSharing: joinHistory,
  })

/**
 * Sends messages one after the other: shown at once, and marked as sent only after the answer of the API. What
 * fails stays with its reason, and a retry goes out under the same `client_id`.
 */
export function useSendMessage(receiverId: string) {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ receiverId: to, clientId, content, replyTo, media, previewIds, price }: Outgoing) =>
      unwrap(
        sendMessage({
          data: {
            receiver_id: to,
            client_id: clientId,
            content,
            reply_to: replyTo?.id ?? null,
            media_ids: media.map((it) => it.id),
            preview_ids: [...previewIds],
            price,
          },
        }),
      ),
    onSuccess: (message, { clientId }) => {
      messageArrived(queryClient, message)
      dequeue(clientId)
    },
    onError: (error, { clientId, receiverId: to }) => {
      setFailure(clientId, errorMessage(error))
      // The chat has closed since the page was loaded: the screen offers how to open it (product §28).
      if (!(error instanceof RefusalError) || error.code !== 'chat_closed') return
      void queryClient.invalidateQueries({ queryKey: ['users'] })
      void queryClient.invalidateQueries({ queryKey: chatKeys.conversation(to) })
    },
    scope: { id: `chat ${receiverId}` },
    // Without a network it fails at once instead of waiting.
    networkMode: 'always',
    meta: { shown: true },
  })
  return {
    send: (written: Pick<Outgoing, 'content' | 'replyTo' | 'media' | 'previewIds' | 'price'>) => {
      const session = knownSession(queryClient)
      const message: Outgoing = {
        ...written,
        senderId: session.state === 'in' ? session.profile.id : '',
        receiverId,
        clientId: crypto.randomUUID(),
        at: new Date().toISOString(),
        failure: null,
      }
      enqueue(message)
      mutate(message)
    },
    retry: (message: Outgoing) => {
      setFailure(message.clientId, null)
      mutate(message)
    },
  }
}

/** Likes a message or removes the like: optimistic, then with the API's count. */
export function useLikeMessage() {
  const queryClient = useQueryClient()
  const show = ({ id, session_id }: Message, liked: boolean, likes: number) =>
    patchMessages(queryClient, session_id, (it) => (it.id === id ? { ...it, liked, likes } : it))
  return useMutation({
    mutationFn: ({ id }: Message) => unwrap(likeMessage({ data: { id } })),
    onMutate: (message) => show(message, !message.liked, message.likes + (message.liked ? -1 : 1)),
    onError: (_, message) => show(message, message.liked, message.likes),
    onSuccess: ({ liked, likes }, message) => show(message, liked, likes),
  })
}

/** Deletes a message of the viewer; a tombstone stays. */
export function useRemoveMessage() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Message) => unwrap(removeMessage({ data: { id } })),
    onSuccess: (_, { id, session_id, seq }) => messageGone(queryClient, { session_id, message_id: id, seq }),
  })
}

/** Mutes or unmutes; the answer is what it is now (spec §4). */
export function useMuteConversation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Pick<Conversation, 'id'>) => unwrap(muteConversation({ data: { id } })),
    onSuccess: ({ muted }, { id }) => {
      patchConversations(queryClient, (it) => (it.id === id ? { ...it, muted } : it))
      // A muted conversation does not count on the badge.
      return queryClient.invalidateQueries({ queryKey: sessionKeys.profile })
    },
  })
}

/** Hides a conversation until either side writes, or brings it back. */
export function useHideConversation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, hidden }: Pick<Conversation, 'id' | 'hidden'>): Promise<unknown> =>
      hidden ? unwrap(updateConversation({ data: { id, hidden: false } })) : unwrap(hideConversation({ data: { id } })),
    onSuccess: () =>
      Promise.all([refreshChat(queryClient), queryClient.invalidateQueries({ queryKey: sessionKeys.profile })]),
  })
}

const refreshChat = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: chatKeys.all })

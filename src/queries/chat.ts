import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Conversation, chat, Message, Reaction } from '../../contract/chat.ts'
import type { Sent } from '../../contract/endpoint.ts'
import { messagesPage, sessionsPage } from '../../contract/limits.ts'
import { unwrap } from '../lib/refusal.ts'
import {
  editMessage,
  getConversation,
  getConversations,
  getMessages,
  hideConversation,
  muteConversation,
  reactToMessage,
  removeMessage,
  updateConversation,
} from '../server/chat.functions.ts'
import { enqueue, type Outgoing, setFailure } from '../stores/outbox.ts'
import { messageChanged, messageGone, patchConversations, patchMessages } from './chat-cache.ts'
import { joinConversations, joinHistory } from './chat-join.ts'
import { chatKeys } from './chat-keys.ts'
import { cursorPages } from './cursor-pages.ts'
import { sendWaiting } from './outgoing.ts'
import { knownSession, sessionKeys } from './session.ts'
import { useSingleMutation } from './single-mutation.ts'

export type ConversationsFilter = Pick<Sent<typeof chat.conversations>, 'search' | 'filter' | 'sort' | 'mode' | 'list'>

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

/** What its sender decides of a message. */
export type Written = Pick<
  Outgoing,
  'content' | 'replyTo' | 'media' | 'previewIds' | 'price' | 'priceConfirmed' | 'savedReplyId'
>

/** Writes to one person: a message is shown at once and sent in its turn, a retry goes out under the same `client_id`. */
export function useSendMessage(receiverId: string) {
  const queryClient = useQueryClient()
  return {
    send: (written: Written) => {
      const session = knownSession(queryClient)
      enqueue({
        ...written,
        senderId: session.state === 'in' ? session.profile.id : '',
        receiverId,
        clientId: crypto.randomUUID(),
        at: new Date().toISOString(),
        failure: null,
      })
      sendWaiting(queryClient)
    },
    retry: (message: Outgoing) => {
      setFailure(message, null)
      sendWaiting(queryClient)
    },
  }
}

/** Reacts to a message; the reaction that is given already is taken back. Optimistic, then as the API answers. */
export function useReactToMessage() {
  const queryClient = useQueryClient()
  const show = ({ id, session_id }: Message, change: Partial<Message>) =>
    patchMessages(queryClient, session_id, (it) => (it.id === id ? { ...it, ...change } : it))
  return useMutation({
    mutationFn: ({ message, reaction }: { message: Message; reaction: Reaction }) =>
      unwrap(reactToMessage({ data: { id: message.id, reaction: toggled(message, reaction) } })),
    onMutate: ({ message, reaction }) => show(message, { my_reaction: toggled(message, reaction) }),
    onError: (_, { message }) => show(message, { my_reaction: message.my_reaction }),
    onSuccess: (answer, { message }) => show(message, answer),
    meta: { silent: true },
  })
}
const toggled = (message: Message, reaction: Reaction) => (message.my_reaction === reaction ? null : reaction)

/** Edits the words of a message of the viewer (product §71). */
export function useEditMessage() {
  const queryClient = useQueryClient()
  return useSingleMutation({
    mutationFn: (edit: { id: string; content: string }) => unwrap(editMessage({ data: edit })),
    onSuccess: (message) => messageChanged(queryClient, message),
    meta: { shown: true },
  })
}

/** Whether the viewer may still edit a message, by this clock; the API decides by its own. */
export const mayEdit = ({ edit_until }: Message): boolean => edit_until !== null && Date.now() <= Date.parse(edit_until)

/** Deletes a message of the viewer, or takes it back while that may be; a tombstone stays. */
export function useRemoveMessage() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Message) => unwrap(removeMessage({ data: { id } })),
    onSuccess: (_, message) =>
      messageGone(queryClient, {
        session_id: message.session_id,
        message_id: message.id,
        seq: message.seq,
        unsent: mayUnsend(message),
      }),
    meta: { shown: true },
  })
}

/** Whether the viewer may still take a message back, by this clock; the API decides by its own. */
export const mayUnsend = ({ unsend_until }: Message): boolean =>
  unsend_until !== null && Date.now() <= Date.parse(unsend_until)

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
    meta: { silent: true },
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
    meta: { silent: true },
  })
}

const refreshChat = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: chatKeys.all })

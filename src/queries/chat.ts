import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { chat } from '../../contract/chat.ts'
import type { Sent } from '../../contract/endpoint.ts'
import { messagesPage, sessionsPage } from '../../contract/limits.ts'
import { unwrap } from '../lib/refusal.ts'
import { getMessages, getSession, getSessions, hideSession, muteSession } from '../server/chat.functions.ts'

export type SessionsAsked = Pick<Sent<typeof chat.sessions>, 'search' | 'filter' | 'sort' | 'mode'>

/** Every list of conversations begins with `lists`, every history with `messages`. */
export const chatKeys = {
  all: ['chat'] as const,
  lists: ['chat', 'sessions'] as const,
  session: (userId: string) => ['chat', 'session', userId] as const,
  messages: (userId: string) => ['chat', 'messages', userId] as const,
}

/** The conversations, 30 a page (SPEC §4); the search text is trimmed (SPEC §5). */
export const sessionsQuery = ({ search, ...asked }: SessionsAsked) =>
  infiniteQueryOptions({
    queryKey: [...chatKeys.lists, { ...asked, search: search?.trim() || undefined }],
    queryFn: ({ pageParam }) => unwrap(getSessions({ data: { ...asked, search: search?.trim() || undefined, cursor: pageParam, limit: sessionsPage } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  })

/** The conversation with a user, begun when there is none yet. */
export const sessionQuery = (userId: string) =>
  queryOptions({ queryKey: chatKeys.session(userId), queryFn: () => unwrap(getSession({ data: { userId } })) })

/** The history with a user, newest first. */
export const messagesQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: chatKeys.messages(userId),
    queryFn: ({ pageParam }) => unwrap(getMessages({ data: { userId, cursor: pageParam, limit: messagesPage } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  })

export function useMuteSession(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => unwrap(muteSession({ data: { id } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: chatKeys.lists }),
  })
}

export function useHideSession(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => unwrap(hideSession({ data: { id } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: chatKeys.lists }),
  })
}

import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { OpenConversation } from '../../contract/chat.ts'
import type { chatTools } from '../../contract/chat-tools.ts'
import type { Sent } from '../../contract/endpoint.ts'
import type { PublicProfile } from '../../contract/users.ts'
import { unwrap } from '../lib/refusal.ts'
import { m } from '../paraglide/messages.js'
import {
  getFan,
  getNextReply,
  getSavedReplies,
  getWelcome,
  moveReply,
  removeReply,
  renameReplyFolder,
  restoreReply,
  saveReply,
  setFanNote,
  setWelcome,
  takeFanMedia,
} from '../server/chat-tools.functions.ts'
import { toast } from '../stores/toasts.ts'
import { chatKeys } from './chat-keys.ts'
import { cursorPages } from './cursor-pages.ts'
import { useSingleMutation } from './single-mutation.ts'

export const fanQuery = (userId: string) =>
  queryOptions({ queryKey: ['chat-tools', 'fan', userId], queryFn: () => unwrap(getFan({ data: { userId } })) })

/** What saved replies are looked for by; `for` is the fan of whom each says how much of it they own. */
export type RepliesFilter = Pick<Sent<typeof chatTools.replies>, 'q' | 'folder' | 'for'>
const repliesKey = ['chat-tools', 'replies'] as const

/** Saved replies by folder and in their order; those of the filter before are shown until the answer has come. */
export const savedRepliesQuery = (filter: RepliesFilter = {}) =>
  infiniteQueryOptions({
    queryKey: [...repliesKey, filter],
    queryFn: ({ pageParam, signal }) => unwrap(getSavedReplies({ data: { ...filter, cursor: pageParam }, signal })),
    ...cursorPages,
    placeholderData: keepPreviousData,
  })

/** The next step of a script for a fan. */
export const nextReplyQuery = (userId: string) =>
  queryOptions({
    queryKey: ['chat-tools', 'next-reply', userId],
    queryFn: () => unwrap(getNextReply({ data: { userId } })),
  })

export const welcomeQuery = queryOptions({
  queryKey: ['chat-tools', 'welcome'],
  queryFn: () => unwrap(getWelcome({ data: {} })),
})

export function useSetFanNote() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (data: Sent<typeof chatTools.setNote>) => unwrap(setFanNote({ data })),
    onSuccess: (fan) => queryClient.setQueryData(fanQuery(fan.user_id).queryKey, fan),
    meta: { shown: true },
  })
}

/** Takes pictures and voice notes of a fan, or takes them no longer. */
export function useTakeFanMedia(fan: Pick<PublicProfile, 'id' | 'username'>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (taken: boolean) => unwrap(takeFanMedia({ data: { userId: fan.id, taken } })),
    onSuccess: ({ taken }) => {
      queryClient.setQueryData<OpenConversation>(
        chatKeys.conversation(fan.id),
        (it) => it && { ...it, takes_media: taken },
      )
      const name = `@${fan.username}`
      void toast(taken ? m.chat_media_taken({ name }) : m.chat_media_ended({ name }), { type: 'success' })
    },
  })
}

export function useSaveReply() {
  const refresh = useRefreshReplies()
  return useSingleMutation({
    mutationFn: (data: Sent<typeof chatTools.saveReply>) => unwrap(saveReply({ data })),
    onSuccess: refresh,
  })
}

export function useRemoveReply() {
  const refresh = useRefreshReplies()
  return useMutation({ mutationFn: (id: string) => unwrap(removeReply({ data: { id } })), onSuccess: refresh })
}

export function useRestoreReply() {
  const refresh = useRefreshReplies()
  return useMutation({ mutationFn: (id: string) => unwrap(restoreReply({ data: { id } })), onSuccess: refresh })
}

export function useMoveReply() {
  const refresh = useRefreshReplies()
  return useMutation({
    mutationFn: (data: Sent<typeof chatTools.moveReply>) => unwrap(moveReply({ data })),
    onSuccess: refresh,
  })
}

export function useRenameReplyFolder() {
  const refresh = useRefreshReplies()
  return useMutation({
    mutationFn: (data: Sent<typeof chatTools.renameReplyFolder>) => unwrap(renameReplyFolder({ data })),
    onSuccess: refresh,
  })
}

/** Replies in every search, and which of them comes next in a conversation. */
function useRefreshReplies() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: repliesKey }),
      queryClient.invalidateQueries({ queryKey: ['chat-tools', 'next-reply'] }),
    ])
}

export function useSetWelcome() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (data: Sent<typeof chatTools.setWelcome>) => unwrap(setWelcome({ data })),
    onSuccess: (welcome) => queryClient.setQueryData(welcomeQuery.queryKey, welcome),
  })
}

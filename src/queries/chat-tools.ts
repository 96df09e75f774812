import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { chatTools } from '../../contract/chat-tools.ts'
import type { Sent } from '../../contract/endpoint.ts'
import { unwrap } from '../lib/refusal.ts'
import {
  getFan,
  getSavedReplies,
  getWelcome,
  removeReply,
  saveReply,
  setFanNote,
  setWelcome,
} from '../server/chat-tools.functions.ts'
import { useSingleMutation } from './single-mutation.ts'

export const fanQuery = (userId: string) =>
  queryOptions({ queryKey: ['chat-tools', 'fan', userId], queryFn: () => unwrap(getFan({ data: { userId } })) })

export const savedRepliesQuery = queryOptions({
  queryKey: ['chat-tools', 'replies'],
  queryFn: () => unwrap(getSavedReplies({ data: {} })),
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

export function useSaveReply() {
  const queryClient = useQueryClient()
  return useSingleMutation({
    mutationFn: (data: Sent<typeof chatTools.saveReply>) => unwrap(saveReply({ data })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: savedRepliesQuery.queryKey }),
  })
}

export function useRemoveReply() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => unwrap(removeReply({ data: { id } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: savedRepliesQuery.queryKey }),
  })
}

export function useSetWelcome() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (data: Sent<typeof chatTools.setWelcome>) => unwrap(setWelcome({ data })),
    onSuccess: (welcome) => queryClient.setQueryData(welcomeQuery.queryKey, welcome),
  })
}

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Sent } from '../../contract/endpoint.ts'
import type { inbox } from '../../contract/inbox.ts'
import { chatKeys } from './chat-keys.ts'
import { loadOnCall } from './server-functions.ts'
import { sessionKeys } from './session.ts'

const server = loadOnCall(() => import('../server/inbox.functions.ts'))

/** How many conversations each view of an inbox has; messages and acts ask for them again. */
export const conversationCountsQuery = (mode: 'creator' | undefined) =>
  queryOptions({
    queryKey: [...chatKeys.counts, mode],
    queryFn: () => server((api) => api.getConversationCounts({ data: { mode } })),
    staleTime: 10_000,
  })

/** Hides, mutes, pins, snoozes or marks conversations; answers which ones changed. */
export function useChangeConversations() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (data: Sent<typeof inbox.change>) => server((api) => api.changeConversations({ data })),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: chatKeys.lists }),
        queryClient.invalidateQueries({ queryKey: chatKeys.single }),
        queryClient.invalidateQueries({ queryKey: chatKeys.counts }),
        queryClient.invalidateQueries({ queryKey: sessionKeys.profile }),
      ]),
    meta: { shown: true },
  })
}

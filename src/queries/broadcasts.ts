import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Broadcast } from '../../contract/broadcast-shapes.ts'
import type { broadcasts } from '../../contract/broadcasts.ts'
import type { Sent } from '../../contract/endpoint.ts'
import { undoMs } from '../../contract/limits.ts'
import { unwrap } from '../lib/refusal.ts'
import {
  decideRest,
  getAudiences,
  getBroadcastCopy,
  getBroadcastDraft,
  getBroadcastLimit,
  getBroadcasts,
  getChannel,
  previewBroadcast,
  removeBroadcastCopy,
  saveBroadcastDraft,
  sendBroadcast,
  sendBroadcastCopy,
  setBroadcastLimit,
  setFrequency,
  unsendBroadcast,
  withdrawBroadcast,
} from '../server/broadcasts.functions.ts'
import { channelKey } from './channel-key.ts'
import { cursorPages } from './cursor-pages.ts'
import { useSingleMutation } from './single-mutation.ts'
import { mediaQuery } from './uploads.ts'

/** The creator's broadcasts; polled every second while one is being sent, to show its progress. */
export const broadcastsQuery = infiniteQueryOptions({
  queryKey: ['broadcasts'],
  queryFn: ({ pageParam }) => unwrap(getBroadcasts({ data: { cursor: pageParam } })),
  ...cursorPages,
  refetchInterval: ({ state }) => {
    const all = state.data?.pages.flatMap((page) => page.data) ?? []
    if (all.some(isUnderWay)) return 1_000
    return all.some((it) => it.status === 'comparing') ? 30_000 : false
  },
})

/** Sending, or planned for a moment that has passed or is a few seconds away. */
function isUnderWay({ status, send_at: sendAt, comparison }: Broadcast): boolean {
  if (status === 'sending') return true
  const at = status === 'scheduled' ? sendAt : status === 'comparing' ? comparison?.rest_at : null
  return at != null && Date.parse(at) < Date.now() + 2 * undoMs
}

const everyone = { audience: 'all' as const, exclude: [], skip_waiting: true, media_ids: [], preview_ids: [] }

/** How many fans get a broadcast now and how many are left out; by default all of them, as in a new broadcast. */
export const audiencesQuery = (recipients: Sent<typeof broadcasts.audiences> = everyone) =>
  queryOptions({
    queryKey: ['audience', recipients],
    queryFn: () => unwrap(getAudiences({ data: recipients })),
    staleTime: 5_000,
    placeholderData: keepPreviousData,
  })

/** What creators have broadcast to the viewer, merged. */
export const channelQuery = infiniteQueryOptions({
  queryKey: channelKey,
  queryFn: ({ pageParam }) => unwrap(getChannel({ data: { cursor: pageParam } })),
  ...cursorPages,
})

/** The broadcast that the viewer is writing, as it was when the page was opened: what is typed there is newer. */
export const broadcastDraftQuery = queryOptions({
  queryKey: ['broadcast-draft'],
  queryFn: () => unwrap(getBroadcastDraft({ data: {} })),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Fetches it with each visit, for another device may have changed it, and what it has of the vault. */
export async function loadBroadcastDraft(queryClient: QueryClient, { hasVault }: { hasVault: boolean }): Promise<void> {
  const { draft } = await queryClient.fetchQuery({ ...broadcastDraftQuery, staleTime: 0 })
  const ids = hasVault ? (draft?.media_ids ?? []) : []
  await Promise.all(ids.map((id) => queryClient.prefetchQuery(mediaQuery(id))))
}

/** Saves one after the other and before a sending, which drops the draft. */
export function useSaveBroadcastDraft() {
  return useMutation({
    mutationFn: (data: Sent<typeof broadcasts.saveDraft>) => unwrap(saveBroadcastDraft({ data })),
    scope: draftScope,
    meta: { shown: true },
  })
}
const draftScope = { id: 'broadcast-draft' }

export function useSendBroadcast() {
  const queryClient = useQueryClient()
  return useSingleMutation({
    mutationFn: (data: Sent<typeof broadcasts.send>) => unwrap(sendBroadcast({ data })),
    scope: draftScope,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: broadcastsQuery.queryKey }),
    meta: { shown: true },
  })
}

export function useUnsendBroadcast() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => unwrap(unsendBroadcast({ data: { id } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: broadcastsQuery.queryKey }),
  })
}

/** Makes a planned or held broadcast the draft again; the composer shows it as soon as it is there. */
export function useWithdrawBroadcast() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => unwrap(withdrawBroadcast({ data: { id } })),
    scope: draftScope,
    onSuccess: async () => {
      await queryClient.resetQueries({ queryKey: broadcastDraftQuery.queryKey })
      return queryClient.invalidateQueries({ queryKey: broadcastsQuery.queryKey })
    },
  })
}

/** Begins a new draft, of which the rest is as it was or empty; answers when it is saved. */
export function useBeginBroadcast() {
  const queryClient = useQueryClient()
  const { mutateAsync } = useSaveBroadcastDraft()
  return async (part: Partial<Sent<typeof broadcasts.saveDraft>>) => {
    const { draft } = await queryClient.fetchQuery({ ...broadcastDraftQuery, staleTime: 0 })
    await mutateAsync({ ...(draft ?? { audience: 'all' as const }), ...part })
    await queryClient.resetQueries({ queryKey: broadcastDraftQuery.queryKey })
  }
}

/** Decides what those get who wait while two texts are compared. */
export function useDecideRest() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (data: Sent<typeof broadcasts.decideRest>) => unwrap(decideRest({ data })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: broadcastsQuery.queryKey }),
  })
}

/** What the viewer sent to themselves, to see it as a fan would. */
export const broadcastCopyQuery = queryOptions({
  queryKey: ['broadcast-copy'],
  queryFn: () => unwrap(getBroadcastCopy({ data: {} })),
})

export function useSendBroadcastCopy() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (data: Sent<typeof broadcasts.sendCopy>) => unwrap(sendBroadcastCopy({ data })),
    onSuccess: (answer) => queryClient.setQueryData(broadcastCopyQuery.queryKey, answer),
  })
}

export function useRemoveBroadcastCopy() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => unwrap(removeBroadcastCopy({ data: {} })),
    onSuccess: () => queryClient.setQueryData(broadcastCopyQuery.queryKey, { copy: null }),
  })
}

export const broadcastLimitQuery = queryOptions({
  queryKey: ['broadcast-limit'],
  queryFn: () => unwrap(getBroadcastLimit({ data: {} })),
})

export function useSetBroadcastLimit() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (per_week: number) => unwrap(setBroadcastLimit({ data: { per_week } })),
    onSuccess: (limit) => {
      queryClient.setQueryData(broadcastLimitQuery.queryKey, limit)
      return queryClient.invalidateQueries({ queryKey: ['audience'] })
    },
  })
}

export function useSetFrequency() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (data: Sent<typeof broadcasts.setFrequency>) => unwrap(setFrequency({ data })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: channelQuery.queryKey }),
  })
}

export type BroadcastPreviewInput = Sent<typeof broadcasts.preview>

/** What is being written as one fan would read it, as their facts are now. */
export const broadcastPreviewQuery = (input: BroadcastPreviewInput) =>
  queryOptions({
    queryKey: ['broadcast-preview', input],
    queryFn: () => unwrap(previewBroadcast({ data: input })),
    gcTime: 0,
  })

import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { unwrap } from '../lib/refusal.ts'
import {
  acceptRequest,
  createRequest,
  declineRequest,
  deliverRequest,
  getRequestSettings,
  getRequestsWithUser,
  getWaitingRequests,
  setRequestSettings,
  withdrawRequest,
} from '../server/requests.functions.ts'
import { chatKeys } from './chat-keys.ts'
import { cursorPages } from './cursor-pages.ts'
import { type ForCreator, targetOf } from './on-behalf.ts'
import { purchaseMutation, setBalance } from './purchases.ts'
import { requestKeys } from './request-keys.ts'
import { loadOnCall } from './server-functions.ts'
import { refreshTeamRequests } from './team-inbox.ts'

const team = loadOnCall(() => import('../server/team-requests.functions.ts'))

/** The paid requests between the viewer and another user, newest first, and that user's minimum price. */
export const requestsWithUserQuery = (userId: string) =>
  queryOptions({ queryKey: requestKeys.with(userId), queryFn: () => unwrap(getRequestsWithUser({ data: { userId } })) })

/** The creator's queue, the next to expire first. */
export const waitingRequestsQuery = infiniteQueryOptions({
  queryKey: requestKeys.waiting,
  queryFn: ({ pageParam }) => unwrap(getWaitingRequests({ data: { cursor: pageParam } })),
  ...cursorPages,
})

export const requestSettingsQuery = queryOptions({
  queryKey: requestKeys.settings,
  queryFn: () => unwrap(getRequestSettings({ data: {} })),
})

/** Something became of a request with this person. */
const refreshRequests = (queryClient: QueryClient, userId: string): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: requestKeys.with(userId) }),
    queryClient.invalidateQueries({ queryKey: requestKeys.waiting }),
  ])

/** Creates a paid request; the coins wait in escrow. Its text arrives as a message over the socket. */
export function useCreateRequest(creatorId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    ...purchaseMutation,
    mutationFn: ({ key, ...it }: { text: string; price: number; key: string }) =>
      unwrap(createRequest({ data: { id: creatorId, ...it }, headers: { 'idempotency-key': key } })),
    onSuccess: ({ coins }) => {
      setBalance(queryClient, coins)
      void queryClient.invalidateQueries({ queryKey: chatKeys.messages(creatorId) })
    },
    onSettled: () => refreshRequests(queryClient, creatorId),
  })
}

export type Acting = { id: string; key: string } & (
  | { act: 'accept' | 'decline' | 'withdraw' }
  | { act: 'deliver'; media_ids: string[] }
)

/**
 * What either side does with a request; the other one sees it at once. `of` is the creator for whom an operator answers
 * at the desk, else null.
 */
export function useActOnRequest(otherId: string, of: ForCreator | null) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (it: Acting): Promise<unknown> => {
      const headers = { 'idempotency-key': it.key }
      if (of !== null && it.act !== 'withdraw') return actForCreator(of, it, headers)
      const data = { id: it.id }
      if (it.act === 'accept') return unwrap(acceptRequest({ data }))
      if (it.act === 'decline') return unwrap(declineRequest({ data, headers }))
      if (it.act === 'deliver') return unwrap(deliverRequest({ data: { ...data, media_ids: it.media_ids }, headers }))
      const { coins } = await unwrap(withdrawRequest({ data, headers }))
      setBalance(queryClient, coins)
    },
    onSettled: () =>
      of === null ? refreshRequests(queryClient, otherId) : refreshTeamRequests(queryClient, { ...of, fanId: otherId }),
  })
}

function actForCreator(of: ForCreator, it: Acting, headers: { 'idempotency-key': string }): Promise<unknown> {
  const data = { ...targetOf(of), id: it.id }
  return team((api) => {
    if (it.act === 'deliver') return api.deliverForCreator({ data: { ...data, media_ids: it.media_ids }, headers })
    return it.act === 'accept' ? api.acceptForCreator({ data }) : api.declineForCreator({ data, headers })
  })
}

export function useSetRequestSettings() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (min_price: number | null) => unwrap(setRequestSettings({ data: { min_price } })),
    onSuccess: (settings) => queryClient.setQueryData(requestSettingsQuery.queryKey, settings),
    meta: { shown: true },
  })
}

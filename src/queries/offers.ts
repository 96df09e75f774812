import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Sent } from '../../contract/endpoint.ts'
import type { subscriptions } from '../../contract/subscriptions.ts'
import { loadOnCall } from './server-functions.ts'
import { useSingleMutation } from './single-mutation.ts'

const server = loadOnCall(() => import('../server/subscriptions.functions.ts'))

/** What a trial or discount link promises to the viewer; refused with 404 when there is none. */
export const offerQuery = (code: string) =>
  queryOptions({
    queryKey: ['offer', code],
    queryFn: () => server((api) => api.getOffer({ data: { code } })),
  })

/** The links that the viewer hands out. */
export const offersQuery = queryOptions({
  queryKey: ['offers'],
  queryFn: () => server((api) => api.getOffers({ data: {} })),
})

export function useMakeOffer() {
  const queryClient = useQueryClient()
  return useSingleMutation({
    mutationFn: (data: Sent<typeof subscriptions.makeOffer>) => server((api) => api.makeOffer({ data })),
    onSuccess: () => queryClient.invalidateQueries(offersQuery),
    meta: { shown: true },
  })
}

/** Shows a trial to everyone, or no more. */
export function useUpdateOffer() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (data: Sent<typeof subscriptions.updateOffer>) => server((api) => api.updateOffer({ data })),
    onSuccess: () => queryClient.invalidateQueries(offersQuery),
  })
}

/** Ends a link; those who took it keep what it gave. */
export function useRevokeOffer() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => server((api) => api.revokeOffer({ data: { id } })),
    onSuccess: () => queryClient.invalidateQueries(offersQuery),
  })
}

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { bundles } from '../../contract/bundles.ts'
import type { Sent } from '../../contract/endpoint.ts'
import type { User } from '../../contract/users.ts'
import { unwrap } from '../lib/refusal.ts'
import { buyBundle, getBundles, setBundles } from '../server/bundles.functions.ts'
import { purchaseMutation, setBalance } from './purchases.ts'
import { subscriptionsQuery } from './subscriptions.ts'
import { refreshUser } from './users.ts'

/** What a creator sells together, and the terms on which the viewer buys it now. */
export const bundlesQuery = (creatorId: string) =>
  queryOptions({
    queryKey: ['bundles', creatorId],
    queryFn: () => unwrap(getBundles({ data: { id: creatorId } })),
    // They name the end of what runs, and other pages can change that.
    staleTime: 0,
  })

/** Pays several months at the price and terms that were shown; others are refused. */
export function useBuyBundle(user: Pick<User, 'id' | 'username'>) {
  const queryClient = useQueryClient()
  return useMutation({
    ...purchaseMutation,
    mutationFn: ({ key, ...data }: Omit<Sent<typeof bundles.buy>, 'id'> & { key: string }) =>
      unwrap(buyBundle({ data: { ...data, id: user.id }, headers: { 'idempotency-key': key } })),
    onError: () => queryClient.invalidateQueries(bundlesQuery(user.id)),
    onSuccess: ({ coins }) => {
      setBalance(queryClient, coins)
      return Promise.all([
        refreshUser(queryClient, user),
        queryClient.invalidateQueries(subscriptionsQuery),
        queryClient.invalidateQueries(bundlesQuery(user.id)),
      ])
    },
  })
}

/** Sets what the viewer sells together. */
export function useSetBundles(user: Pick<User, 'id' | 'username'>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (wanted: Sent<typeof bundles.set>['bundles']) => unwrap(setBundles({ data: { bundles: wanted } })),
    onSuccess: () => refreshUser(queryClient, user),
  })
}

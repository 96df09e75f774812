import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { User } from '../../contract/users.ts'
import { unwrap } from '../lib/refusal.ts'
import {
  getSubscribers,
  getSubscriptions,
  setSubscriptionPrice,
  subscribe,
  unsubscribe,
} from '../server/subscriptions.functions.ts'
import { cursorPages } from './cursor-pages.ts'
import { purchaseMutation, setBalance } from './purchases.ts'
import { profileQuery } from './session.ts'
import { refreshUser } from './users.ts'

export const subscriptionsQuery = infiniteQueryOptions({
  queryKey: ['subscriptions'],
  queryFn: ({ pageParam }) => unwrap(getSubscriptions({ data: { cursor: pageParam } })),
  ...cursorPages,
})

/** Who subscribes to the viewer, with figures. */
export const subscribersQuery = infiniteQueryOptions({
  queryKey: ['subscribers'],
  queryFn: ({ pageParam }) => unwrap(getSubscribers({ data: { cursor: pageParam } })),
  ...cursorPages,
})

/** Subscribes at the price that was shown; another one is refused with `price_changed` (product §5). */
export function useSubscribe(user: Pick<User, 'id' | 'username'>) {
  const queryClient = useQueryClient()
  return useMutation({
    ...purchaseMutation,
    mutationFn: ({ price, key, offer }: { price: number; key: string; offer?: string }) =>
      unwrap(
        subscribe({
          data: { id: user.id, expected_price: price, ...(offer && { offer }) },
          headers: { 'idempotency-key': key },
        }),
      ),
    // An offer may be over by now, or the price another one.
    onError: () => void queryClient.invalidateQueries({ queryKey: ['offer'] }),
    onSuccess: ({ coins }) => {
      setBalance(queryClient, coins)
      return Promise.all([
        refreshUser(queryClient, user),
        queryClient.invalidateQueries(subscriptionsQuery),
        queryClient.invalidateQueries({ queryKey: ['offer'] }),
      ])
    },
  })
}

/** Stops at the end of the paid period; a free subscription ends at once. */
export function useUnsubscribe(user: Pick<User, 'id' | 'username'>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => unwrap(unsubscribe({ data: { id: user.id } })),
    onSuccess: () => Promise.all([refreshUser(queryClient, user), queryClient.invalidateQueries(subscriptionsQuery)]),
  })
}

export function useSetSubscriptionPrice() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (price: number) => unwrap(setSubscriptionPrice({ data: { price } })),
    onSuccess: () => queryClient.invalidateQueries(profileQuery),
  })
}

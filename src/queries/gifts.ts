import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Sent } from '../../contract/endpoint.ts'
import type { gifts, SeenGift } from '../../contract/gifts.ts'
import { unwrap } from '../lib/refusal.ts'
import { acceptGift, getGift, getGifts, giveGift, takeBackGift } from '../server/gifts.functions.ts'
import { cursorPages } from './cursor-pages.ts'
import { giftKeys } from './gift-keys.ts'
import { purchaseMutation, setBalance } from './purchases.ts'
import { subscriptionsQuery } from './subscriptions.ts'
import { refreshUser } from './users.ts'

/** A gift by its link; refused with 404 when there is none for this viewer. */
export const giftQuery = (code: string) =>
  queryOptions({ queryKey: giftKeys.one(code), queryFn: () => unwrap(getGift({ data: { code } })) })

/** What the viewer has given. */
export const giftsQuery = infiniteQueryOptions({
  queryKey: giftKeys.given,
  queryFn: ({ pageParam }) => unwrap(getGifts({ data: { cursor: pageParam } })),
  ...cursorPages,
})

/** Pays for a gift at the monthly price that was shown; another one is refused with `price_changed`. */
export function useGiveGift() {
  const queryClient = useQueryClient()
  return useMutation({
    ...purchaseMutation,
    mutationFn: ({ key, ...data }: Sent<typeof gifts.give> & { key: string }) =>
      unwrap(giveGift({ data, headers: { 'idempotency-key': key } })),
    onSuccess: ({ coins }) => {
      setBalance(queryClient, coins)
      return queryClient.invalidateQueries({ queryKey: giftKeys.given })
    },
  })
}

/** Accepts a gift and fetches what it opens. */
export function useAcceptGift({ code, creator }: SeenGift) {
  const queryClient = useQueryClient()
  return useMutation({
    ...purchaseMutation,
    mutationFn: (key: string) => unwrap(acceptGift({ data: { code }, headers: { 'idempotency-key': key } })),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries(giftQuery(code)),
        refreshUser(queryClient, creator),
        queryClient.invalidateQueries(subscriptionsQuery),
      ]),
  })
}

/** Takes back a gift that has not been accepted. */
export function useTakeBackGift() {
  const queryClient = useQueryClient()
  return useMutation({
    ...purchaseMutation,
    mutationFn: ({ id, key }: { id: string; key: string }) =>
      unwrap(takeBackGift({ data: { id }, headers: { 'idempotency-key': key } })),
    onSuccess: ({ coins }) => setBalance(queryClient, coins),
    onSettled: () => queryClient.invalidateQueries({ queryKey: giftKeys.given }),
  })
}

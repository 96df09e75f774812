import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Sent } from '../../contract/endpoint.ts'
import type { wallet } from '../../contract/wallet.ts'
import { RefusalError, unwrap } from '../lib/refusal.ts'
import { tipUser } from '../server/chat.functions.ts'
import { beginTopup, getEntry, getTopup, getTransactions, getWallet, updateWallet } from '../server/wallet.functions.ts'
import { cursorPages } from './cursor-pages.ts'
import { purchaseMutation, setBalance } from './purchases.ts'
import { useSingleMutation } from './single-mutation.ts'
import { walletKeys } from './wallet-keys.ts'

export const walletQuery = queryOptions({
  queryKey: [...walletKeys.all, 'balance'],
  queryFn: () => unwrap(getWallet({ data: {} })),
})

export const transactionsQuery = (kind?: Sent<typeof wallet.transactions>['kind']) =>
  infiniteQueryOptions({
    queryKey: [...walletKeys.transactions, kind ?? 'all'],
    queryFn: ({ pageParam }) => unwrap(getTransactions({ data: { kind, cursor: pageParam } })),
    ...cursorPages,
  })

/** A movement opened into its postings. */
export const entryQuery = (id: string) =>
  queryOptions({ queryKey: [...walletKeys.all, 'entry', id], queryFn: () => unwrap(getEntry({ data: { id } })) })

/** The state of a purchase of coins; polled while it is pending, or not known because a call failed. */
export const topupQuery = (id: string) =>
  queryOptions({
    queryKey: [...walletKeys.all, 'topup', id],
    queryFn: () => unwrap(getTopup({ data: { id } })),
    refetchInterval: ({ state: { data, error } }) => {
      const isKnown = data ? data.status !== 'pending' : error instanceof RefusalError && error.status < 500
      return isKnown ? false : 2_000
    },
  })

export function useUpdateWallet() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (spending_limit: number | null) => unwrap(updateWallet({ data: { spending_limit } })),
    onSuccess: (wallet) => queryClient.setQueryData(walletQuery.queryKey, wallet),
  })
}

/** Begins to buy coins and leaves for the provider's page; `onBegun` hears of it before. */
export function useBeginTopup(onBegun?: (id: string) => void) {
  return useSingleMutation({
    ...purchaseMutation,
    mutationFn: ({ amount, returnPath, key }: { amount: number; returnPath: string; key: string }) =>
      unwrap(beginTopup({ data: { amount, return_path: returnPath }, headers: { 'idempotency-key': key } })),
    onSuccess: ({ id, checkout_url }) => {
      onBegun?.(id)
      location.assign(checkout_url)
    },
  })
}

export function useTipUser(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    ...purchaseMutation,
    mutationFn: ({ key, ...tip }: { amount: number; message?: string; post_id?: string; key: string }) =>
      unwrap(tipUser({ data: { id, ...tip }, headers: { 'idempotency-key': key } })),
    onSuccess: ({ coins }) => setBalance(queryClient, coins),
  })
}

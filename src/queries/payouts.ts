import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Sent } from '../../contract/endpoint.ts'
import type { EarningsOf, payouts, StatementPart } from '../../contract/payouts.ts'
import { unwrap } from '../lib/refusal.ts'
import {
  addPayoutMethod,
  cancelPayout,
  getEarnings,
  getEarningsMovements,
  getPayoutMethods,
  getPayouts,
  getStatement,
  removePayoutMethod,
  requestPayout,
  transferEarnings,
} from '../server/payouts.functions.ts'
import { cursorPages } from './cursor-pages.ts'
import { purchaseMutation, setBalance } from './purchases.ts'
import { referralStatsQuery } from './referral.ts'

const keys = { all: ['payouts'] as const }

export const earningsQuery = queryOptions({
  queryKey: [...keys.all, 'earnings'],
  queryFn: () => unwrap(getEarnings({ data: {} })),
})

export const payoutsQuery = infiniteQueryOptions({
  queryKey: [...keys.all, 'list'],
  queryFn: ({ pageParam }) => unwrap(getPayouts({ data: { cursor: pageParam } })),
  ...cursorPages,
})

export const payoutMethodsQuery = queryOptions({
  queryKey: [...keys.all, 'methods'],
  queryFn: () => unwrap(getPayoutMethods({ data: {} })),
})

/** What a figure of earnings is made of; of one month, or of all time. */
export const earningsMovementsQuery = (of: EarningsOf, month?: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.all, 'movements', of, month ?? null],
    queryFn: ({ pageParam }) => unwrap(getEarningsMovements({ data: { of, month, cursor: pageParam } })),
    ...cursorPages,
  })

/** A month as `2026-11`, or one part of it. */
export const statementQuery = (month: string, part?: StatementPart) =>
  infiniteQueryOptions({
    queryKey: [...keys.all, 'statement', month, part ?? null],
    queryFn: ({ pageParam }) => unwrap(getStatement({ data: { month, part, cursor: pageParam } })),
    ...cursorPages,
  })

/** What changes earnings changes them everywhere on the page. */
function usePayoutMutation<In, Out>(change: (input: In) => Promise<Out>, then?: (answer: Out) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    ...purchaseMutation,
    mutationFn: change,
    onSuccess: (answer: Out) => {
      then?.(answer)
      return queryClient.invalidateQueries({ queryKey: keys.all })
    },
  })
}

export const useRequestPayout = () =>
  usePayoutMutation(({ key, ...data }: { amount: number; method_id?: string | undefined; key: string }) =>
    unwrap(requestPayout({ data, headers: { 'idempotency-key': key } })),
  )
export const useCancelPayout = () =>
  usePayoutMutation(({ key, ...data }: { id: string; key: string }) =>
    unwrap(cancelPayout({ data, headers: { 'idempotency-key': key } })),
  )
export const useAddPayoutMethod = () =>
  usePayoutMutation((data: Sent<typeof payouts.addMethod>) => unwrap(addPayoutMethod({ data })))
export const useRemovePayoutMethod = () =>
  usePayoutMutation((id: string) => unwrap(removePayoutMethod({ data: { id } })))

export function useTransferEarnings() {
  const queryClient = useQueryClient()
  return usePayoutMutation(
    ({ amount, key }: { amount: number; key: string }) =>
      unwrap(transferEarnings({ data: { amount }, headers: { 'idempotency-key': key } })),
    ({ coins }) => {
      setBalance(queryClient, coins)
      void queryClient.invalidateQueries(referralStatsQuery)
    },
  )
}

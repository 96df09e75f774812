import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { LedgerCheck, StaffDispute, StaffPayout } from '../../contract/staff-money.ts'
import { loadOnCall } from './server-functions.ts'
import { pages, useStaffMutation } from './staff.ts'

const server = loadOnCall(() => import('../server/staff-money.functions.ts'))

export const staffPayoutsQuery = (status: StaffPayout['status'] | 'open') =>
  pages(['payouts', status], (cursor) => server((api) => api.getStaffPayouts({ data: { status, cursor } })))
/** Sales by receipt number, payment, or the name or address of either side; all of them for an empty query. */
export const salesQuery = (q: string) =>
  pages(['sales', q], (cursor) => server((api) => api.getSales({ data: { q, cursor } })))
export const disputesQuery = (status: StaffDispute['status']) =>
  pages(['disputes', status], (cursor) => server((api) => api.getDisputes({ data: { status, cursor } })))

/** The last check; looked at often while one runs. */
export const ledgerCheckQuery = queryOptions({
  queryKey: ['staff', 'ledger'],
  queryFn: async (): Promise<LedgerCheck> => server((api) => api.getLedgerCheck({ data: {} })),
  refetchInterval: ({ state }) => (state.data?.running ? 1_000 : 60_000),
})

export const useDecidePayout = () =>
  useStaffMutation(
    (data: { id: string; status: 'approved' | 'processing' | 'paid' | 'failed'; reason?: string | undefined }) =>
      server((api) => api.decidePayout({ data })),
  )
/** Shows the account of a payout; only the page that called keeps it. */
export function useOpenPayoutAccount() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => server((api) => api.openPayoutAccount({ data: { id } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['staff', 'audit'] }),
    gcTime: 0,
    meta: { shown: true },
  })
}
export const useRefundSale = () =>
  useStaffMutation(({ key, ...data }: { entry_id: string; reason: string; key: string }) =>
    server((api) => api.refundSale({ data, headers: { 'idempotency-key': key } })),
  )
export const useStartLedgerCheck = () =>
  useStaffMutation((_: undefined) => server((api) => api.startLedgerCheck({ data: {} })))

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { LedgerCheck, StaffDispute, StaffPayout } from '../../contract/staff-money.ts'
import { unwrap } from '../lib/refusal.ts'
import { pages, useStaffAct } from './staff.ts'

const server = () => import('../server/staff-money.functions.ts')

export const staffPayoutsQuery = (status: StaffPayout['status'] | 'open') =>
  pages(['payouts', status], async (cursor) => unwrap((await server()).getStaffPayouts({ data: { status, cursor } })))
/** Sales by receipt number, payment, or the name or address of either side; all of them for no words. */
export const salesQuery = (q: string) =>
  pages(['sales', q], async (cursor) => unwrap((await server()).getSales({ data: { q, cursor } })))
export const disputesQuery = (status: StaffDispute['status']) =>
  pages(['disputes', status], async (cursor) => unwrap((await server()).getDisputes({ data: { status, cursor } })))

/** The last check; looked at often while one runs. */
export const ledgerCheckQuery = queryOptions({
  queryKey: ['staff', 'ledger'],
  queryFn: async (): Promise<LedgerCheck> => unwrap((await server()).getLedgerCheck({ data: {} })),
  refetchInterval: ({ state }) => (state.data?.running ? 1_000 : 60_000),
})

export const useDecidePayout = () =>
  useStaffAct(
    async (data: { id: string; status: 'approved' | 'processing' | 'paid' | 'failed'; reason?: string | undefined }) =>
      unwrap((await server()).decidePayout({ data })),
  )
/** Looks where a payout goes; not kept anywhere but on the page that asked. */
export function useOpenPayoutAccount() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => unwrap((await server()).openPayoutAccount({ data: { id } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['staff', 'acts'] }),
    gcTime: 0,
    meta: { shown: true },
  })
}
export const useRefundSale = () =>
  useStaffAct(async ({ key, ...data }: { entry_id: string; reason: string; key: string }) =>
    unwrap((await server()).refundSale({ data, headers: { 'idempotency-key': key } })),
  )
export const useStartLedgerCheck = () =>
  useStaffAct(async (_: undefined) => unwrap((await server()).startLedgerCheck({ data: {} })))

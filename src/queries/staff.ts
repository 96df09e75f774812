import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { unwrap } from '../lib/refusal.ts'

const server = () => import('../server/staff.functions.ts')

/** A list of the back office, page by page. */
export const pages = <Page extends { next: string | null }>(
  key: readonly string[],
  fetch: (cursor: string | undefined) => Promise<Page>,
) =>
  infiniteQueryOptions({
    queryKey: ['staff', ...key],
    queryFn: ({ pageParam }) => fetch(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  })

export const overviewQuery = queryOptions({
  queryKey: ['staff', 'overview'],
  queryFn: () => unwrap(server().then((it) => it.getOverview({ data: {} }))),
  refetchInterval: 60_000,
})
export const verificationsQuery = (status: 'pending' | 'approved' | 'rejected') =>
  pages(['verifications', status], async (cursor) =>
    unwrap((await server()).getVerifications({ data: { status, cursor } })),
  )
export const staffReportsQuery = (status: 'open' | 'upheld' | 'rejected') =>
  pages(['reports', status], async (cursor) => unwrap((await server()).getReports({ data: { status, cursor } })))
export const staffUsersQuery = (q: string) =>
  pages(['users', q], async (cursor) => unwrap((await server()).getUsers({ data: { q, cursor } })))
export const auditLogQuery = pages(['acts'], async (cursor) =>
  unwrap((await server()).getAuditLog({ data: { cursor } })),
)

/** What staff decide changes queues, clocks and the log alike. */
export function useStaffAct<In, Out>(act: (input: In) => Promise<Out>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['staff'] }),
    meta: { shown: true },
  })
}

export const useApproveVerification = () =>
  useStaffAct(async (id: string) => unwrap((await server()).approveVerification({ data: { id } })))
export const useRejectVerification = () =>
  useStaffAct(async (data: { id: string; reason: string }) => unwrap((await server()).rejectVerification({ data })))
export const useTakeReport = () =>
  useStaffAct(async (id: string) => unwrap((await server()).takeReport({ data: { id } })))
export const useDecideReport = () =>
  useStaffAct(async (data: { id: string; decision: 'upheld' | 'rejected'; remove: boolean; answer: string }) =>
    unwrap((await server()).decideReport({ data })),
  )
export const useSuspendUser = () =>
  useStaffAct(async (data: { id: string; reason: string }) => unwrap((await server()).suspendUser({ data })))
export const useUnsuspendUser = () =>
  useStaffAct(async (id: string) => unwrap((await server()).unsuspendUser({ data: { id } })))

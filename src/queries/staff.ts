import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { fetchBytes } from '../lib/fetch-bytes.ts'
import { cursorPages } from './cursor-pages.ts'
import { loadOnCall } from './server-functions.ts'

const server = loadOnCall(() => import('../server/staff.functions.ts'))

/** A list of the back office, page by page. */
export const pages = <Page extends { next: string | null }>(
  key: readonly string[],
  fetch: (cursor: string | undefined) => Promise<Page>,
) =>
  infiniteQueryOptions({
    queryKey: ['staff', ...key],
    queryFn: ({ pageParam }) => fetch(pageParam),
    ...cursorPages,
  })

export const overviewQuery = queryOptions({
  queryKey: ['staff', 'overview'],
  queryFn: () => server((api) => api.getOverview({ data: {} })),
  refetchInterval: 60_000,
})
export const verificationsQuery = (status: 'pending' | 'approved' | 'rejected') =>
  pages(['verifications', status], (cursor) => server((api) => api.getVerifications({ data: { status, cursor } })))
export const staffReportsQuery = (status: 'open' | 'upheld' | 'rejected') =>
  pages(['reports', status], (cursor) => server((api) => api.getReports({ data: { status, cursor } })))
export const staffUsersQuery = (q: string) =>
  pages(['users', q], (cursor) => server((api) => api.getUsers({ data: { q, cursor } })))
export const auditLogQuery = pages(['audit'], (cursor) => server((api) => api.getAuditLog({ data: { cursor } })))

/** What staff decide changes queues, clocks and the log alike. */
export function useStaffMutation<In, Out>(act: (input: In) => Promise<Out>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['staff'] }),
    meta: { shown: true },
  })
}

/** The pictures behind addresses of a verification; only the page that called keeps them. */
export function useOpenDocuments() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (addresses: string[]) =>
      new Map(await Promise.all(addresses.map(async (it) => [it, await (await fetchBytes(it)).blob()] as const))),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['staff', 'audit'] }),
    gcTime: 0,
    meta: { shown: true },
  })
}

export const useApproveVerification = () =>
  useStaffMutation((id: string) => server((api) => api.approveVerification({ data: { id } })))
export const useRejectVerification = () =>
  useStaffMutation((data: { id: string; reason: string }) => server((api) => api.rejectVerification({ data })))
/** What was reported; each look is logged, so nothing fetches it by itself. */
export const useLookAtReport = () =>
  useMutation({
    mutationFn: (id: string) => server((api) => api.lookAtReport({ data: { id } })),
    meta: { shown: true },
  })
export const useTakeReport = () => useStaffMutation((id: string) => server((api) => api.takeReport({ data: { id } })))
export const useDecideReport = () =>
  useStaffMutation((data: { id: string; decision: 'upheld' | 'rejected'; remove: boolean; answer: string }) =>
    server((api) => api.decideReport({ data })),
  )
export const useSuspendUser = () =>
  useStaffMutation((data: { id: string; reason: string }) => server((api) => api.suspendUser({ data })))
export const useUnsuspendUser = () =>
  useStaffMutation((id: string) => server((api) => api.unsuspendUser({ data: { id } })))
export const useAllowBirthdate = () =>
  useStaffMutation((data: { id: string; note: string }) => server((api) => api.allowBirthdate({ data })))

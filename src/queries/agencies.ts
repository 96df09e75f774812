import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { FlagsIn, MemberRole } from '../../contract/agency-shapes.ts'
import type { Shift } from '../../contract/policy/shift.ts'
import { cursorPages } from './cursor-pages.ts'
import { loadOnCall } from './server-functions.ts'
import { useSingleMutation } from './single-mutation.ts'

const server = loadOnCall(() => import('../server/agencies.functions.ts'))

export const agencyKeys = {
  all: ['agencies'] as const,
  mine: ['agencies', 'mine'] as const,
  one: (id: string) => ['agencies', 'one', id] as const,
  invitations: ['agencies', 'invitations'] as const,
  access: ['agencies', 'access'] as const,
}

export const agenciesQuery = queryOptions({
  queryKey: agencyKeys.mine,
  queryFn: () => server((api) => api.getAgencies({ data: {} })),
})

/** An agency of the viewer; any other is refused with 404. */
export const agencyQuery = (id: string) =>
  queryOptions({
    queryKey: agencyKeys.one(id),
    queryFn: () => server((api) => api.getAgency({ data: { id } })),
  })

export const invitationsQuery = queryOptions({
  queryKey: agencyKeys.invitations,
  queryFn: () => server((api) => api.getInvitations({ data: { limit: 100 } })),
})

export type ActivityFilter = { actor?: string | undefined; subject?: string | undefined; area?: string | undefined }

export const agencyActivityQuery = (id: string, filter: ActivityFilter) =>
  infiniteQueryOptions({
    queryKey: [...agencyKeys.one(id), 'activity', filter],
    queryFn: ({ pageParam }) => server((api) => api.getAgencyActivity({ data: { id, ...filter, cursor: pageParam } })),
    ...cursorPages,
  })

export const figuresQuery = (id: string, days: '7' | '30' | '90') =>
  queryOptions({
    queryKey: [...agencyKeys.one(id), 'figures', days],
    queryFn: () => server((api) => api.getFigures({ data: { id, days } })),
  })

/** Who may act as the viewer; the live socket reports changes (product §36). */
export const accessQuery = queryOptions({
  queryKey: [...agencyKeys.access, 'operators'],
  queryFn: () => server((api) => api.getAccess({ data: { limit: 100 } })),
})

/** Whose access the viewer has ended, until they allow it again. */
export const endedAccessQuery = queryOptions({
  queryKey: [...agencyKeys.access, 'ended'],
  queryFn: () => server((api) => api.getEndedAccess({ data: { limit: 100 } })),
})

export const linksQuery = queryOptions({
  queryKey: [...agencyKeys.access, 'links'],
  queryFn: () => server((api) => api.getLinks({ data: { limit: 100 } })),
})

/** What operators did as the viewer, newest first; the live socket reports new entries. */
export const myActivityQuery = (filter: ActivityFilter) =>
  infiniteQueryOptions({
    queryKey: [...agencyKeys.access, 'activity', filter],
    queryFn: ({ pageParam }) => server((api) => api.getMyActivity({ data: { ...filter, cursor: pageParam } })),
    ...cursorPages,
  })

/** How often live lists are polled while the socket is closed, in ms. */
export const pollingMs = 4_000

/** A change of an agency: everything about agencies is fetched again afterwards. */
export function useChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient()
  return useSingleMutation({
    mutationFn: change,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: agencyKeys.all }),
    meta: { shown: true },
  })
}

export const useCreateAgency = () => useChange((data: { name: string }) => server((api) => api.createAgency({ data })))
export const useUpdateAgency = () =>
  useChange((data: { id: string; name: string }) => server((api) => api.updateAgency({ data })))
export const useDissolveAgency = () =>
  useChange((data: { id: string }) => server((api) => api.dissolveAgency({ data })))

export type NewInvitation = { id: string; kind: 'creator' | 'member'; username: string; role?: 'admin' | 'operator' }
export const useInviteToAgency = () => useChange((data: NewInvitation) => server((api) => api.inviteToAgency({ data })))
export const useWithdrawInvitation = () =>
  useChange((data: { id: string; invitationId: string }) => server((api) => api.withdrawInvitation({ data })))
export const useAcceptInvitation = () =>
  useChange((data: { id: string; ceiling?: Partial<FlagsIn> }) => server((api) => api.acceptInvitation({ data })))
export const useDeclineInvitation = () =>
  useChange((data: { id: string }) => server((api) => api.declineInvitation({ data })))

export type MemberChange = { id: string; memberId: string; role: MemberRole }
export const useChangeMember = () => useChange((data: MemberChange) => server((api) => api.changeMember({ data })))
export const useRemoveMember = () =>
  useChange((data: { id: string; memberId: string }) => server((api) => api.removeMember({ data })))
export const useRemoveCreator = () =>
  useChange((data: { id: string; creatorId: string }) => server((api) => api.removeCreator({ data })))

type Place = { id: string; memberId: string; creatorId: string }
export const usePutGrant = () =>
  useChange((data: Place & { permissions: Partial<FlagsIn>; until: string | null; shift: Shift | null }) =>
    server((api) => api.putGrant({ data })),
  )
export const useRemoveGrant = () => useChange((data: Place) => server((api) => api.removeGrant({ data })))

export const useEndAccess = () => useChange((data: { grantId: string }) => server((api) => api.endAccess({ data })))
export const useAllowAccess = () => useChange((data: { grantId: string }) => server((api) => api.allowAccess({ data })))
export const useSetCeiling = () =>
  useChange((data: { id: string; ceiling: Partial<FlagsIn> }) => server((api) => api.setCeiling({ data })))
export const useEndLink = () => useChange((data: { id: string }) => server((api) => api.endLink({ data })))

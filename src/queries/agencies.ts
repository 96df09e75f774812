import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { FlagsIn } from '../../contract/agencies.ts'
import { unwrap } from '../lib/refusal.ts'

/** The server functions come with the first call from the browser: a page rendered on the server has made its own. */
const server = () => import('../server/agencies.functions.ts')
const acting = () => import('../server/acting.functions.ts')

export const agencyKeys = {
  all: ['agencies'] as const,
  mine: ['agencies', 'mine'] as const,
  one: (id: string) => ['agencies', 'one', id] as const,
  invitations: ['agencies', 'invitations'] as const,
  access: ['agencies', 'access'] as const,
}

export const agenciesQuery = queryOptions({
  queryKey: agencyKeys.mine,
  queryFn: () => unwrap(server().then((it) => it.getAgencies({ data: {} }))),
})

/** An agency of mine; refused with 404 for everybody else's. */
export const agencyQuery = (id: string) =>
  queryOptions({
    queryKey: agencyKeys.one(id),
    queryFn: () => unwrap(server().then((it) => it.getAgency({ data: { id } }))),
  })

export const invitationsQuery = queryOptions({
  queryKey: agencyKeys.invitations,
  queryFn: () => unwrap(server().then((it) => it.getInvitations({ data: { limit: 100 } }))),
})

export type ActivityFilter = { actor?: string | undefined; subject?: string | undefined; area?: string | undefined }

export const agencyActivityQuery = (id: string, filter: ActivityFilter) =>
  infiniteQueryOptions({
    queryKey: [...agencyKeys.one(id), 'activity', filter],
    queryFn: ({ pageParam }) =>
      unwrap(server().then((it) => it.getAgencyActivity({ data: { id, ...filter, cursor: pageParam } }))),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  })

export const figuresQuery = (id: string, days: '7' | '30' | '90') =>
  queryOptions({
    queryKey: [...agencyKeys.one(id), 'figures', days],
    queryFn: () => unwrap(server().then((it) => it.getFigures({ data: { id, days } }))),
  })

/** Who may act as me; the live socket says when it has changed (product §36). */
export const accessQuery = queryOptions({
  queryKey: [...agencyKeys.access, 'operators'],
  queryFn: () => unwrap(server().then((it) => it.getAccess({ data: { limit: 100 } }))),
})

export const linksQuery = queryOptions({
  queryKey: [...agencyKeys.access, 'links'],
  queryFn: () => unwrap(server().then((it) => it.getLinks({ data: { limit: 100 } }))),
})

/** What operators did in my name, newest first; the live socket says when there is more. */
export const myActivityQuery = (filter: ActivityFilter) =>
  infiniteQueryOptions({
    queryKey: [...agencyKeys.access, 'activity', filter],
    queryFn: ({ pageParam }) =>
      unwrap(server().then((it) => it.getMyActivity({ data: { ...filter, cursor: pageParam } }))),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  })

/** How often what is watched live is asked for while the socket is away, in ms. */
export const unheardMs = 4_000

/** A change of an agency: what it answers is shown at once, and everything about agencies is asked anew. */
function useChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: agencyKeys.all }),
    meta: { shown: true },
  })
}

export const useCreateAgency = () =>
  useChange((data: { name: string }) => unwrap(server().then((it) => it.createAgency({ data }))))
export const useUpdateAgency = () =>
  useChange((data: { id: string; name: string }) => unwrap(server().then((it) => it.updateAgency({ data }))))
export const useDissolveAgency = () =>
  useChange((data: { id: string }) => unwrap(server().then((it) => it.dissolveAgency({ data }))))

export type NewInvitation = { id: string; kind: 'creator' | 'member'; username: string; role?: 'admin' | 'operator' }
export const useInviteToAgency = () =>
  useChange((data: NewInvitation) => unwrap(server().then((it) => it.inviteToAgency({ data }))))
export const useWithdrawInvitation = () =>
  useChange((data: { id: string; invitationId: string }) =>
    unwrap(server().then((it) => it.withdrawInvitation({ data }))),
  )
export const useAcceptInvitation = () =>
  useChange((data: { id: string; ceiling?: Partial<FlagsIn> }) =>
    unwrap(server().then((it) => it.acceptInvitation({ data }))),
  )
export const useDeclineInvitation = () =>
  useChange((data: { id: string }) => unwrap(server().then((it) => it.declineInvitation({ data }))))

export type MemberChange = { id: string; memberId: string; role: 'owner' | 'admin' | 'operator' }
export const useChangeMember = () =>
  useChange((data: MemberChange) => unwrap(server().then((it) => it.changeMember({ data }))))
export const useRemoveMember = () =>
  useChange((data: { id: string; memberId: string }) => unwrap(server().then((it) => it.removeMember({ data }))))
export const useRemoveCreator = () =>
  useChange((data: { id: string; creatorId: string }) => unwrap(server().then((it) => it.removeCreator({ data }))))

type Place = { id: string; memberId: string; creatorId: string }
export const usePutGrant = () =>
  useChange((data: Place & { permissions: Partial<FlagsIn>; until: string | null }) =>
    unwrap(server().then((it) => it.putGrant({ data }))),
  )
export const useRemoveGrant = () => useChange((data: Place) => unwrap(server().then((it) => it.removeGrant({ data }))))

export const useEndAccess = () =>
  useChange((data: { grantId: string }) => unwrap(server().then((it) => it.endAccess({ data }))))
export const useSetCeiling = () =>
  useChange((data: { id: string; ceiling: Partial<FlagsIn> }) => unwrap(server().then((it) => it.setCeiling({ data }))))
export const useEndLink = () => useChange((data: { id: string }) => unwrap(server().then((it) => it.endLink({ data }))))

export type DeskShow = 'all' | 'unanswered' | 'mine' | 'free'

/** The conversations of all creators whom I may chat for, asked again every few seconds while it is looked at. */
export const teamInboxQuery = (show: DeskShow) =>
  infiniteQueryOptions({
    queryKey: [...agencyKeys.all, 'desk', show],
    queryFn: ({ pageParam }) => unwrap(acting().then((it) => it.getTeamInbox({ data: { show, cursor: pageParam } }))),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    refetchInterval: unheardMs,
  })

export type Claim = {
  agency_id: string
  creator_id: string
  fan_id: string
  operator_id?: string | null
  note?: string
}
export const useClaimConversation = () =>
  useChange((data: Claim) => unwrap(acting().then((it) => it.claimConversation({ data }))))

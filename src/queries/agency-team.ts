import { infiniteQueryOptions } from '@tanstack/react-query'
import type { FlagsIn } from '../../contract/agency-shapes.ts'
import type { Shift } from '../../contract/policy/shift.ts'
import { agencyKeys, useChange } from './agencies.ts'
import { cursorPages } from './cursor-pages.ts'
import { loadOnCall } from './server-functions.ts'

const server = loadOnCall(() => import('../server/agency-team.functions.ts'))

/** The team of an agency, its creators, and the pairs of both; `q` and the like are parts of names. */
export const agencyMembersQuery = (id: string, q: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...agencyKeys.one(id), 'members', q],
    queryFn: ({ pageParam }) =>
      server((api) => api.getAgencyMembers({ data: { id, ...(q && { q }), cursor: pageParam } })),
    ...cursorPages,
  })
export const agencyCreatorsQuery = (id: string, q: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...agencyKeys.one(id), 'creators', q],
    queryFn: ({ pageParam }) =>
      server((api) => api.getAgencyCreators({ data: { id, ...(q && { q }), cursor: pageParam } })),
    ...cursorPages,
  })
export type GrantsFilter = { creator?: string | undefined; member?: string | undefined; given?: 'yes' | undefined }
export const grantsQuery = (id: string, { creator, member, given }: GrantsFilter) =>
  infiniteQueryOptions({
    queryKey: [...agencyKeys.one(id), 'grants', creator, member, given],
    queryFn: ({ pageParam }) =>
      server((api) =>
        api.getGrants({
          data: {
            id,
            ...(creator && { creator }),
            ...(member && { member }),
            ...(given && { given }),
            cursor: pageParam,
          },
        }),
      ),
    ...cursorPages,
  })

export type SeveralGrants = { id: string; member_ids: string[]; creator_ids: string[] }
type SeveralRights = { permissions?: Partial<FlagsIn>; until?: string | null; shift?: Shift | null }
export const usePutGrants = () =>
  useChange((data: SeveralGrants & SeveralRights) => server((api) => api.putGrants({ data })))

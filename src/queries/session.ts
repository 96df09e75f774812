import { hashKey, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Profile } from '../../contract/profile.ts'
import { setPageAccount } from '../lib/page-account.ts'
import { RefusalError } from '../lib/refusal.ts'
import { hasSessionCookie } from '../lib/request.ts'
import type { Session } from '../lib/session-state.ts'
import type { updateProfile } from '../server/profile.functions.ts'
import { loadOnCall } from './server-functions.ts'

const server = loadOnCall(() => import('../server/profile.functions.ts'))

export const sessionKeys = { all: ['session'] as const, profile: ['session', 'profile'] as const }

/** The session is the profile: null is logged out. A call that fails keeps what was known (safety §6). */
export const profileQuery = queryOptions({
  queryKey: sessionKeys.profile,
  queryFn: ({ client }) => fetchProfile(client),
  staleTime: ({ state }) => (state.data === null ? Number.POSITIVE_INFINITY : 60_000),
})

async function fetchProfile(queryClient: QueryClient): Promise<Profile | null> {
  try {
    return await server((api) => api.getProfile({ data: {} }))
  } catch (error) {
    if (!(error instanceof RefusalError) || error.status !== 401) throw error
    // The grant has ended while this page was acting: it keeps what it knows until it reloads (`failures.ts`).
    if (error.facts.shouldLogout && isActing(queryClient)) throw error
    return null
  }
}

/** The viewer's session. It asks the API only when it is unknown, and a visitor without the cookie costs no call. */
export async function loadSession(queryClient: QueryClient): Promise<Session> {
  const known = knownSession(queryClient)
  if (known.state !== 'unknown') return known
  if (hasSessionCookie() === false) queryClient.setQueryData(profileQuery.queryKey, null)
  else await queryClient.fetchQuery(profileQuery).catch(() => null)
  return knownSession(queryClient)
}

/** What is known without asking. */
export function knownSession(queryClient: QueryClient): Session {
  const profile = queryClient.getQueryData(profileQuery.queryKey)
  if (profile === undefined) return { state: 'unknown' }
  return profile === null ? { state: 'out' } : { state: 'in', profile }
}

/** Whether this page was read while acting for a creator. */
export function isActing(queryClient: QueryClient): boolean {
  const session = knownSession(queryClient)
  return session.state === 'in' && session.profile.acting_as !== null
}

/** Tells what this page writes for which account it is: that of the profile it has. */
export function followAccount(queryClient: QueryClient): void {
  const key = hashKey(sessionKeys.profile)
  queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryHash !== key) return
    const session = knownSession(queryClient)
    if (session.state !== 'unknown') setPageAccount(session.state === 'in' ? session.profile.id : null)
  })
}

/** Changes the profile; the answer is the new session. */
export function useUpdateProfile() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (data: Parameters<typeof updateProfile>[0]['data']) => server((api) => api.updateProfile({ data })),
    onSuccess: (profile) => refreshProfile(queryClient, profile),
    meta: { shown: true },
  })
}

/** A new profile, also where the user is seen as others see them. */
export function refreshProfile(queryClient: QueryClient, profile: Profile): Promise<void> {
  queryClient.setQueryData(profileQuery.queryKey, profile)
  return queryClient.invalidateQueries({ queryKey: ['users'] })
}

/** Changes what is known of the signed-in user without asking: a balance, a count. */
export function patchProfile(queryClient: QueryClient, change: (profile: Profile) => Partial<Profile>): void {
  queryClient.setQueryData(profileQuery.queryKey, (profile) => profile && { ...profile, ...change(profile) })
}

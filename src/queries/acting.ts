import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { revokedReloadMs, revokedStopMs } from '../../contract/limits.ts'
import { RefusalError } from '../lib/refusal.ts'
import { safeReturnPath } from '../lib/return-path.ts'
import { m } from '../paraglide/messages.js'
import { isSuspended, resumeConnection, suspendConnection } from '../stores/connection.ts'
import { dropDraftsOf } from '../stores/drafts.ts'
import { clearImpersonation, saveImpersonation, useImpersonation } from '../stores/impersonation.ts'
import { toast } from '../stores/toasts.ts'
import { loadOnCall } from './server-functions.ts'
import { isActing, knownSession } from './session.ts'
import { dropStored } from './stored-answers.ts'
import { keepUnsent } from './unsent.ts'

const server = loadOnCall(() => import('../server/acting.functions.ts'))

/**
 * Acts for a creator under the grant of one agency (spec §4). On success the browser leaves the page, so `busyFor` names
 * the creator until then.
 */
export function useStartActing() {
  const queryClient = useQueryClient()
  const { mutate, variables, isPending, isSuccess } = useMutation({
    mutationFn: (target: Target) => startActing(queryClient, target),
    onError: (error) => changeFailed(error, m.acting_start_failed()),
    networkMode: 'always',
    meta: { shown: true },
  })
  const busyFor = isPending || isSuccess ? variables.targetId : null
  return { busyFor, start: (target: Target) => busyFor === null && mutate(target) }
}

type Target = { targetId: string; agencyId: string; returnPath?: string }

export async function startActing(queryClient: QueryClient, { targetId, agencyId, returnPath }: Target): Promise<void> {
  suspendConnection()
  const { target_user: target } = await server((api) =>
    api.startActing({ data: { targetId, agency_id: agencyId }, fetch: changeFetch }),
  )
  if (!target) throw new Error(m.acting_invalid_response())
  await loadActing(queryClient)
  await dropStored()
  navigateTo(returnPath ?? `/@${target.username}`)
}

/** Makes the operator themselves again; on success the browser leaves the page. */
export function useStopActing() {
  return useMutation({
    mutationFn: stopActing,
    onError: (error) => changeFailed(error, m.acting_stop_failed()),
    networkMode: 'always',
    meta: { shown: true },
  })
}

export async function stopActing(): Promise<void> {
  suspendConnection()
  const known = useImpersonation.getState().impersonationData?.agency_id
  const { agency_id } = await server((api) => api.stopActing({ data: {}, fetch: changeFetch }))
  clearImpersonation()
  await dropStored()
  const agencyId = known ?? agency_id
  navigateTo(agencyId ? `/agency/${agencyId}` : '/agencies')
}

/** The two calls that change the account are made for whichever one the session has. */
const changeFetch: typeof fetch = (input, init) => fetch(input, init)

/** A whole new page: what was read as one identity must not be shown as the other's (safety §8). */
const navigateTo = (path: string): void => location.assign(safeReturnPath(path, location.origin))

function changeFailed(error: Error, fallback: string): void {
  resumeConnection()
  toast(error.message || fallback, { type: 'error' })
}

/** Brings the store in step with the server's session (spec §4, "load from session"). */
export async function loadActing(queryClient: QueryClient): Promise<void> {
  try {
    saveImpersonation(await server((api) => api.getActingStatus({ data: {} })))
  } catch (error) {
    const wasImpersonating = useImpersonation.getState().isImpersonating
    if (wasImpersonating && error instanceof RefusalError && (error.status === 401 || error.facts.shouldLogout))
      permissionRevoked(queryClient)
    clearImpersonation()
  }
}

/**
 * The grant has ended while this page was acting (spec §4): it says so and reloads after a second, as a page of the
 * agency. What the operator was writing is kept for that page, and nothing is sent any more (product §48). Stopping gives
 * them their own session back, mostly within that second. On a slow connection the reload waits for its answer, which it
 * would lose; without one they sign in again (docs/decisions/letter-of-the-specification.md).
 */
export function permissionRevoked(queryClient: QueryClient): void {
  if (isSuspended()) return
  suspendConnection()
  const agencyId = agencyOf(queryClient)
  const session = knownSession(queryClient)
  const creatorId = session.state === 'in' ? session.profile.id : ''
  clearImpersonation()
  void dropStored()
  keepUnsent(queryClient, creatorId)
  toast(m.acting_ended({ reason: m.acting_permission_denied() }), { type: 'error' })
  const stopped = server((api) => api.stopActing({ data: {}, fetch: changeFetch })).catch(() => undefined)
  void Promise.all([after(revokedReloadMs), Promise.race([stopped, after(revokedStopMs)])]).then(() => {
    // What was typed in that second too.
    keepUnsent(queryClient, creatorId)
    dropDraftsOf(creatorId)
    reloadAs(agencyId === null ? '/agencies' : `/agency/${agencyId}`)
  })
}

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The server has ended this tab's socket and says why. */
export function sessionRevoked(queryClient: QueryClient, reason: string): void {
  // A session that was signed out is noticed by its next call.
  if (reason === 'signed_out' || reason === 'session_ended') return
  if (reason === 'identity_changed') accountChanged()
  else if (isActing(queryClient)) permissionRevoked(queryClient)
}

/** Another tab has started or stopped. Or this one has, by the form of the bar, whose answer gets a second to arrive. */
export function accountChanged(): void {
  if (isSuspended()) return
  suspendConnection()
  setTimeout(() => location.reload(), revokedReloadMs)
}

/** How the latest acting ended, for the page after the reload. */
export const endedActingQuery = queryOptions({
  queryKey: ['acting', 'ended'],
  queryFn: () => server((api) => api.getEndedActing({ data: {} })),
})

function agencyOf(queryClient: QueryClient): string | null {
  const session = knownSession(queryClient)
  const known = session.state === 'in' ? session.profile.acting_as?.agency_id : undefined
  return useImpersonation.getState().impersonationData?.agency_id ?? known ?? null
}

/** Reloads under another address, past the router, which would render that page before it is loaded. */
function reloadAs(path: string): void {
  Object.getPrototypeOf(history).replaceState.call(history, null, '', path)
  location.reload()
}

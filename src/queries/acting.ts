import { type QueryClient, useMutation } from '@tanstack/react-query'
import { revokedReloadMs } from '../../contract/limits.ts'
import { RefusalError } from '../lib/refusal.ts'
import { safeReturnPath } from '../lib/return-path.ts'
import { m } from '../paraglide/messages.js'
import { isSuspended, resumeConnection, suspendConnection } from '../stores/connection.ts'
import { clearImpersonation, saveImpersonation, useImpersonation } from '../stores/impersonation.ts'
import { toast } from '../stores/toasts.ts'
import { loadOnCall } from './server-functions.ts'
import { isActing } from './session.ts'
import { dropStored } from './stored-answers.ts'

const server = loadOnCall(() => import('../server/acting.functions.ts'))

/**
 * Acts for a creator under the grant of one agency (spec §4). On success the browser leaves the page, so `busyFor` names
 * the creator until then.
 */
export function useStartActing() {
  const { mutate, variables, isPending, isSuccess } = useMutation({
    mutationFn: startActing,
    onError: (error) => changeFailed(error, m.acting_start_failed()),
    networkMode: 'always',
    meta: { shown: true },
  })
  const busyFor = isPending || isSuccess ? variables.targetId : null
  return { busyFor, start: (target: Target) => busyFor === null && mutate(target) }
}

type Target = { targetId: string; agencyId: string; returnPath?: string }

export async function startActing({ targetId, agencyId, returnPath }: Target): Promise<void> {
  suspendConnection()
  const { target_user: target } = await server((api) => api.startActing({ data: { targetId, agency_id: agencyId } }))
  if (!target) throw new Error('Invalid response from server')
  await loadActing()
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
  const { agency_id } = await server((api) => api.stopActing({ data: {} }))
  clearImpersonation()
  await dropStored()
  const agencyId = known ?? agency_id
  navigateTo(agencyId ? `/agency/${agencyId}` : '/agencies')
}

/** A whole new page: what was read as one identity must not be shown as the other's (safety §8). */
const navigateTo = (path: string): void => location.assign(safeReturnPath(path, location.origin))

function changeFailed(error: Error, fallback: string): void {
  resumeConnection()
  toast(error.message || fallback, { type: 'error' })
}

/** Brings the store in step with the server's session (spec §4, "load from session"). */
export async function loadActing(): Promise<void> {
  try {
    saveImpersonation(await server((api) => api.getActingStatus({ data: {} })))
  } catch (error) {
    const wasImpersonating = useImpersonation.getState().isImpersonating
    clearImpersonation()
    if (wasImpersonating && error instanceof RefusalError && (error.status === 401 || error.facts.shouldLogout))
      permissionRevoked()
  }
}

/**
 * The grant has ended while this page was acting (spec §4): it says so and reloads after a second. Stopping gives the
 * operator their own session back, mostly within that second; without its answer they sign in again.
 */
export function permissionRevoked(): void {
  if (isSuspended()) return
  suspendConnection()
  clearImpersonation()
  void dropStored()
  toast(m.acting_ended({ reason: m.acting_permission_denied() }), { type: 'error' })
  void server((api) => api.stopActing({ data: {} })).catch(() => undefined)
  setTimeout(() => location.reload(), revokedReloadMs)
}

/** The server has ended this tab's socket and says why. */
export function sessionRevoked(queryClient: QueryClient, reason: string): void {
  // A session that was signed out is noticed by its next call.
  if (reason === 'signed_out' || reason === 'session_ended') return
  if (reason === 'identity_changed') reloadAsChanged()
  else if (isActing(queryClient)) permissionRevoked()
}

/** Another tab has started or stopped. Or this one has, by the form of the bar, whose answer gets a second to arrive. */
function reloadAsChanged(): void {
  if (isSuspended()) return
  suspendConnection()
  setTimeout(() => location.reload(), revokedReloadMs)
}

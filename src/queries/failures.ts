import type { QueryClient } from '@tanstack/react-query'
import { emailVerificationToastMs } from '../../contract/limits.ts'
import { errorMessage, RefusalError } from '../lib/refusal.ts'
import { loggedOut } from '../lib/window-events.ts'
import { m } from '../paraglide/messages.js'
import { isSuspended } from '../stores/connection.ts'
import { askForEmailCode } from '../stores/email-code.ts'
import { toast } from '../stores/toasts.ts'
import { isActing, knownSession, profileQuery } from './session.ts'

/**
 * What every failed call does beside its own screen (spec §4, §8): an unauthorised event logs the user out, an
 * unverified address shows a toast for 6 s, and a failed mutation shows one unless its screen shows the error.
 */
export function failed(queryClient: QueryClient, error: Error, { toast: isToasted }: { toast: boolean }): void {
  if (typeof window === 'undefined') return
  if (error instanceof RefusalError && error.facts.shouldLogout && isActing(queryClient))
    return void import('./acting.ts').then((acting) => acting.permissionRevoked())
  if (!(error instanceof RefusalError)) console.error(error)
  const code = error instanceof RefusalError ? error.code : null
  if (code === 'email_verification_required') showUnverified(queryClient)
  else if (code === 'unauthorised') unauthorised(queryClient)
  else if (isToasted) toast(errorMessage(error), { type: 'error' })
}

/** The sheet of the code opens beside the toast; a purchase asks for the code in its own sheet. */
function showUnverified(queryClient: QueryClient) {
  toast(m.session_email_verification_required(), { type: 'error', duration: emailVerificationToastMs })
  if (!isActing(queryClient)) askForEmailCode()
}

/** For a visitor the screen asks to sign in; a signed-in user is logged out (spec §4). */
function unauthorised(queryClient: QueryClient) {
  // This tab is changing its identity, and the call was sent with the cookie of the old one.
  if (isSuspended()) return
  if (knownSession(queryClient).state !== 'in') return
  queryClient.setQueryData(profileQuery.queryKey, null)
  queryClient.removeQueries({
    predicate: ({ queryKey }) => queryKey !== profileQuery.queryKey && queryKey[0] !== 'session',
  })
  dispatchEvent(new CustomEvent(loggedOut))
}

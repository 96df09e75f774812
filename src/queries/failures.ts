import type { QueryClient } from '@tanstack/react-query'
import { errorMessage, RefusalError } from '../lib/refusal.ts'
import { loggedOut } from '../lib/window-events.ts'
import { isSuspended } from '../stores/connection.ts'
import { toast } from '../stores/toasts.ts'
import { isActing, knownSession, profileQuery } from './session.ts'

/**
 * What every failed call does beside its own screen (spec §4, §8): an unauthorised event logs the user out, an
 * unverified address shows a toast for 6 s, and a failed mutation shows one unless its screen shows the error.
 */
export function failed(queryClient: QueryClient, error: Error, { toast: isToasted }: { toast: boolean }): void {
  if (typeof window === 'undefined') return
  if (error instanceof RefusalError && error.facts.shouldLogout && isActing(queryClient))
    return void import('./acting.ts').then((acting) => acting.permissionRevoked(queryClient))
  if (!(error instanceof RefusalError)) console.error(error)
  const code = error instanceof RefusalError ? error.code : null
  if (code === 'email_verification_required')
    void import('./unverified.ts').then((it) => it.showUnverified(queryClient))
  else if (code === 'unauthorised') unauthorised(queryClient)
  else {
    if (isToasted) toast(errorMessage(error), { type: 'error' })
    // The session has become another account's since this page was opened.
    if (code === 'identity_changed') void import('./acting.ts').then((acting) => acting.accountChanged())
  }
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

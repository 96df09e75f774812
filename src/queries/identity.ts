import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { unwrap } from '../lib/refusal.ts'
import { safeReturnPath } from '../lib/return-path.ts'
import { checkEmail, disconnect } from '../lib/window-events.ts'
import { m } from '../paraglide/messages.js'
import {
  requestPasswordReset,
  resetPassword,
  sendVerification,
  signIn,
  signInWithProvider,
  signOut,
  signUp,
  verifyEmail,
} from '../server/identity.functions.ts'
import { toast } from '../stores/toasts.ts'
import { loadOnCall } from './server-functions.ts'
import { profileQuery } from './session.ts'

const account = loadOnCall(() => import('../server/account.functions.ts'))

/** The input of the sign-in forms: the human check travels as a header. */
type Checked<T> = T & { human: string }
const checked = (human: string) => ({ 'x-captcha-response': human })

export function useSignIn(returnTo: string | undefined) {
  const enter = useEnter(returnTo)
  return useMutation({
    mutationFn: ({ human, ...data }: Checked<{ email: string; password: string }>) =>
      unwrap(signIn({ data, headers: checked(human) })),
    // A right password may still want a code (`SecondStep`), and is no session yet.
    onSuccess: ({ twoFactorRedirect }) => (twoFactorRedirect ? undefined : enter()),
    meta: { shown: true },
  })
}

export function useSignUp(returnTo: string | undefined) {
  const enter = useEnter(returnTo)
  return useMutation({
    mutationFn: ({ human, ...data }: Checked<{ email: string; password: string; referral?: string }>) =>
      unwrap(
        signUp({
          data,
          headers: checked(human),
        }),
      ),
    onSuccess: enter,
    meta: { shown: true },
  })
}

/** Asks for a reset mail. The answer is the same for known and unknown addresses (safety §21). */
export function useRequestPasswordReset() {
  return useMutation({
    mutationFn: (email: string) =>
      unwrap(requestPasswordReset({ data: { email, redirectTo: '/auth/reset-password' } })),
    meta: { shown: true },
  })
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (data: { token: string; newPassword: string }) => unwrap(resetPassword({ data })),
    meta: { shown: true },
  })
}

export function useSendVerification() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (email: string) => unwrap(sendVerification({ data: { email } })),
    onSuccess: () => {
      toast(m.auth_verify_sent(), { type: 'success' })
      return client.invalidateQueries({ queryKey: ['account', 'email'] })
    },
  })
}

/** Confirms the address to which the token was mailed, from whatever device it is opened on. */
export function useVerifyEmail() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (token: string) => unwrap(verifyEmail({ data: { token } })),
    onSuccess: () => client.invalidateQueries({ queryKey: profileQuery.queryKey }),
    meta: { shown: true },
  })
}

/** Leaves for Google or Apple and comes back to /auth/callback (spec §7). */
export function useSignInWithProvider(returnTo: string | undefined) {
  return useMutation({
    mutationFn: (provider: 'google' | 'apple') => {
      const back = `/auth/callback${returnTo ? `?redirect=${encodeURIComponent(returnTo)}` : ''}`
      return unwrap(signInWithProvider({ data: { provider, callbackURL: back, errorCallbackURL: back } }))
    },
    onSuccess: ({ url }) => url && location.assign(url),
    // The thrown message or the default (spec §8).
    onError: (error, provider) =>
      void toast(error.message || (provider === 'google' ? m.auth_google_error() : m.auth_apple_error()), {
        type: 'error',
      }),
    meta: { shown: true },
  })
}

/** Signs this browser out. */
export const useSignOut = () => useEndSession(() => unwrap(signOut({ data: {} })))

/** Ends every session of the person, this one too. */
export const useSignOutEverywhere = () =>
  useEndSession(() => account((api) => api.endSessions({ data: { this_too: true } })))

/** Disconnects the live socket, signs out, clears what is known of the user, and goes to `/` (spec §4). */
function useEndSession(end: () => Promise<unknown>) {
  const queryClient = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationFn: async () => {
      dispatchEvent(new CustomEvent(disconnect))
      await end()
      await (await import('./stored-answers.ts')).dropStored()
      ;(await import('../stores/drafts.ts')).dropDrafts()
      ;(await import('../stores/outbox.ts')).dropOutbox()
      ;(await import('../stores/access-ended.ts')).dropAccessEnded()
      ;(await import('../lib/stored-intent.ts')).dropIntent()
      ;(await import('../stores/stored-purchase.ts')).dropPurchase({ keys: true })
    },
    onSuccess: async () => {
      forget(queryClient)
      await router.navigate({ to: '/', ignoreBlocker: true })
      await router.invalidate()
    },
    onError: (error) => void toast(error.message || m.auth_logout_error(), { type: 'error' }),
    meta: { shown: true },
  })
}

/** Where to go after onboarding, stored for this tab. */
export const returnKey = 'return_path'

/**
 * Login marks logged in and fetches the profile (spec §4), then goes where the visitor was heading. On that page already,
 * what is shown there is fetched again, and the guards decide whether it may stay.
 */
export function useEnter(returnTo: string | undefined) {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async () => {
    const path = safeReturnPath(returnTo, location.origin)
    const isHere = path === router.latestLocation.href
    queryClient.removeQueries({ ...notSession, type: isHere ? 'inactive' : 'all' })
    const profile = await queryClient.fetchQuery({ ...profileQuery, staleTime: 0 })
    if (profile && !profile.email_verified) dispatchEvent(new CustomEvent(checkEmail))
    if (path !== '/' && !profile?.username) sessionStorage.setItem(returnKey, path)
    if (!isHere) return router.navigate({ href: path, replace: true })
    void queryClient.invalidateQueries(notSession)
    await router.invalidate()
  }
}

const notSession = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== 'session' }

/** Clears the user and everything that was fetched for them. */
function forget(queryClient: QueryClient): void {
  queryClient.setQueryData(profileQuery.queryKey, null)
  queryClient.removeQueries(notSession)
}

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { termsVersion } from '../../contract/trust-pages.ts'
import { loadOnCall } from './server-functions.ts'
import { patchProfile, profileQuery } from './session.ts'

const server = loadOnCall(() => import('../server/account.functions.ts'))
const identity = loadOnCall(() => import('../server/identity.functions.ts'))

const keys = {
  all: ['account'] as const,
  sessions: ['account', 'sessions'] as const,
  email: ['account', 'email'] as const,
  signInMethods: ['account', 'ways-in'] as const,
}

export const sessionsQuery = queryOptions({
  queryKey: keys.sessions,
  queryFn: () => server((api) => api.getSessions({ data: {} })),
})
export const emailQuery = queryOptions({
  queryKey: keys.email,
  queryFn: () => server((api) => api.getEmail({ data: {} })),
})
export const signInMethodsQuery = queryOptions({
  queryKey: keys.signInMethods,
  queryFn: () => server((api) => api.getSignInMethods({ data: {} })),
})
/** Which sign-in methods are configured; the same for all users and for as long as the server runs. */
export const methodsQuery = queryOptions({
  queryKey: ['methods'],
  queryFn: () => identity((api) => api.getMethods({ data: {} })),
  staleTime: Number.POSITIVE_INFINITY,
})
/** Whether a username is available; checked while it is typed. */
export const usernameQuery = (username: string) =>
  queryOptions({
    queryKey: [...keys.all, 'username', username],
    queryFn: () => server((api) => api.checkUsername({ data: { username } })),
    staleTime: 10_000,
  })

/** A change of the account: its screen shows an error, and the queries it touched are fetched again. */
function useAccountMutation<In, Out>(
  change: (input: In) => Promise<Out>,
  touches: readonly (readonly string[])[] = [keys.all],
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => Promise.all(touches.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
    meta: { shown: true },
  })
}

export const useEndSession = () =>
  useAccountMutation((id: string) => server((api) => api.endSession({ data: { id } })), [keys.sessions])
/** Signs every other device out; `useSignOutEverywhere` includes this one. */
export const useEndSessions = () =>
  useAccountMutation((_: null) => server((api) => api.endSessions({ data: { this_too: false } })), [keys.sessions])
export const useReauthenticate = () =>
  useAccountMutation((password: string) => server((api) => api.reauthenticate({ data: { password } })), [])
export const useChangeEmail = () =>
  useAccountMutation((email: string) => server((api) => api.changeEmail({ data: { email } })), [keys.email])
export const useCancelEmail = () =>
  useAccountMutation(() => server((api) => api.cancelEmail({ data: {} })), [keys.email])
export const useConfirmEmail = () =>
  useAccountMutation(
    (token: string) => server((api) => api.confirmEmail({ data: { token } })),
    [keys.email, profileQuery.queryKey],
  )
/** Confirms the address by the code of the mail; the profile says so then. */
export const useConfirmEmailCode = () =>
  useAccountMutation(
    (code: string) => server((api) => api.confirmEmailCode({ data: { code } })),
    [keys.email, profileQuery.queryKey],
  )
export const useChangePassword = () =>
  useAccountMutation((data: { current_password?: string; new_password: string }) =>
    server((api) => api.changePassword({ data })),
  )
export const useChangeUsername = () =>
  useAccountMutation(
    (username: string) => server((api) => api.changeUsername({ data: { username } })),
    [keys.all, profileQuery.queryKey],
  )
export const useRemoveSignInMethod = () =>
  useAccountMutation((id: string) => server((api) => api.removeSignInMethod({ data: { id } })), [keys.signInMethods])
export const useRequestDeletion = () =>
  useAccountMutation((username: string) => server((api) => api.requestDeletion({ data: { username } })), [])

export const useEnableTwoFactor = () =>
  useAccountMutation(
    (password: string | undefined) => identity((api) => api.enableTwoFactor({ data: { password } })),
    [],
  )
export const useVerifyTwoFactor = () =>
  useAccountMutation((data: { code: string; trustDevice?: boolean }) =>
    identity((api) => api.verifyTwoFactor({ data })),
  )
export const useVerifyRecoveryCode = () =>
  useAccountMutation((code: string) => identity((api) => api.verifyRecoveryCode({ data: { code } })))
export const useDisableTwoFactor = () =>
  useAccountMutation((password: string | undefined) => identity((api) => api.disableTwoFactor({ data: { password } })))

/** Leaves for Google or Apple and returns to the page of the sign-in methods. */
export const useLinkProvider = () =>
  useAccountMutation(async (provider: 'google' | 'apple') => {
    const { url } = await identity((api) =>
      api.linkProvider({
        data: { provider, callbackURL: location.pathname, errorCallbackURL: '/auth/callback' },
      }),
    )
    if (url) location.assign(url)
  }, [])

/** Creates a passkey of this device and adds it to the account. */
export const useAddPasskey = () =>
  useAccountMutation(
    async (name: string) => {
      const options = await identity((api) => api.generatePasskeyOptions())
      const made = await navigator.credentials.create({
        publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
          options as unknown as PublicKeyCredentialCreationOptionsJSON,
        ),
      })
      if (!(made instanceof PublicKeyCredential)) throw new Error('no passkey was made')
      return identity((api) => api.addPasskey({ data: { response: { ...made.toJSON() }, name } }))
    },
    [keys.signInMethods],
  )

/** Signs in with a passkey of this device. */
export const useSignInWithPasskey = () =>
  useAccountMutation(async (_: null) => {
    const options = await identity((api) => api.generatePasskeySignInOptions())
    const found = await navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
        options as unknown as PublicKeyCredentialRequestOptionsJSON,
      ),
    })
    if (!(found instanceof PublicKeyCredential)) throw new Error('no passkey was chosen')
    return identity((api) => api.verifyPasskeySignIn({ data: { response: { ...found.toJSON() } } }))
  }, [])

/** Accepts the version of the terms in force. */
export function useAcceptTerms() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (_: null) => server((api) => api.acceptTerms({ data: { version: termsVersion } })),
    onSuccess: () => patchProfile(queryClient, () => ({ terms_due: false })),
    meta: { shown: true },
  })
}

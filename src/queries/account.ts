import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { unwrap } from '../lib/refusal.ts'
import { profileQuery } from './session.ts'

/** The server functions come with the first call: no page but those of the account needs them. */
const server = () => import('../server/account.functions.ts')
const identity = () => import('../server/identity.functions.ts')

const keys = {
  all: ['account'] as const,
  sessions: ['account', 'sessions'] as const,
  email: ['account', 'email'] as const,
  waysIn: ['account', 'ways-in'] as const,
}

export const sessionsQuery = queryOptions({
  queryKey: keys.sessions,
  queryFn: () => unwrap(server().then((it) => it.getSessions({ data: {} }))),
})
export const emailQuery = queryOptions({
  queryKey: keys.email,
  queryFn: () => unwrap(server().then((it) => it.getEmail({ data: {} }))),
})
export const signInMethodsQuery = queryOptions({
  queryKey: keys.waysIn,
  queryFn: () => unwrap(server().then((it) => it.getSignInMethods({ data: {} }))),
})
/** Which ways in are configured; the same for everybody and for as long as the server runs. */
export const methodsQuery = queryOptions({
  queryKey: ['methods'],
  queryFn: () => unwrap(identity().then((it) => it.getMethods({ data: {} }))),
  staleTime: Number.POSITIVE_INFINITY,
})
/** Whether a username can be had; asked while it is typed. */
export const usernameQuery = (username: string) =>
  queryOptions({
    queryKey: [...keys.all, 'username', username],
    queryFn: () => unwrap(server().then((it) => it.checkUsername({ data: { username } }))),
    staleTime: 10_000,
  })

/** A change of the account: its screen shows what went wrong, and what it touched is read anew. */
function useAccountChange<In, Out>(
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
  useAccountChange(async (id: string) => unwrap((await server()).endSession({ data: { id } })), [keys.sessions])
/** Signs every other device out; for this one too there is `useSignOutEverywhere`. */
export const useEndSessions = () =>
  useAccountChange(
    async (_: null) => unwrap((await server()).endSessions({ data: { this_too: false } })),
    [keys.sessions],
  )
export const useReauthenticate = () =>
  useAccountChange(async (password: string) => unwrap((await server()).reauthenticate({ data: { password } })), [])
export const useChangeEmail = () =>
  useAccountChange(async (email: string) => unwrap((await server()).changeEmail({ data: { email } })), [keys.email])
export const useCancelEmail = () =>
  useAccountChange(async () => unwrap((await server()).cancelEmail({ data: {} })), [keys.email])
export const useConfirmEmail = () =>
  useAccountChange(
    async (token: string) => unwrap((await server()).confirmEmail({ data: { token } })),
    [keys.email, profileQuery.queryKey],
  )
export const useChangePassword = () =>
  useAccountChange(async (data: { current_password?: string; new_password: string }) =>
    unwrap((await server()).changePassword({ data })),
  )
export const useChangeUsername = () =>
  useAccountChange(
    async (username: string) => unwrap((await server()).changeUsername({ data: { username } })),
    [keys.all, profileQuery.queryKey],
  )
export const useRemoveSignInMethod = () =>
  useAccountChange(async (id: string) => unwrap((await server()).removeSignInMethod({ data: { id } })), [keys.waysIn])
export const useRequestDeletion = () =>
  useAccountChange(async (username: string) => unwrap((await server()).requestDeletion({ data: { username } })), [])

export const useEnableTwoFactor = () =>
  useAccountChange(
    async (password: string | undefined) => unwrap((await identity()).enableTwoFactor({ data: { password } })),
    [],
  )
export const useVerifyTwoFactor = () =>
  useAccountChange(async (data: { code: string; trustDevice?: boolean }) =>
    unwrap((await identity()).verifyTwoFactor({ data })),
  )
export const useVerifyRecoveryCode = () =>
  useAccountChange(async (code: string) => unwrap((await identity()).verifyRecoveryCode({ data: { code } })))
export const useDisableTwoFactor = () =>
  useAccountChange(async (password: string | undefined) =>
    unwrap((await identity()).disableTwoFactor({ data: { password } })),
  )

/** Leaves for Google or Apple and comes back to the page of the ways in. */
export const useLinkProvider = () =>
  useAccountChange(async (provider: 'google' | 'apple') => {
    const { url } = await unwrap(
      (await identity()).linkProvider({
        data: { provider, callbackURL: location.pathname, errorCallbackURL: '/auth/callback' },
      }),
    )
    if (url) location.assign(url)
  }, [])

/** The browser's own ceremony: a new passkey of this device for the person. */
export const useAddPasskey = () =>
  useAccountChange(
    async (name: string) => {
      const it = await identity()
      const options = await unwrap(it.generatePasskeyOptions())
      const made = await navigator.credentials.create({
        publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
          options as unknown as PublicKeyCredentialCreationOptionsJSON,
        ),
      })
      if (!(made instanceof PublicKeyCredential)) throw new Error('no passkey was made')
      return unwrap(it.addPasskey({ data: { response: { ...made.toJSON() }, name } }))
    },
    [keys.waysIn],
  )

/** Signs in with a passkey of this device. */
export const useSignInWithPasskey = () =>
  useAccountChange(async (_: null) => {
    const it = await identity()
    const options = await unwrap(it.generatePasskeySignInOptions())
    const found = await navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
        options as unknown as PublicKeyCredentialRequestOptionsJSON,
      ),
    })
    if (!(found instanceof PublicKeyCredential)) throw new Error('no passkey was chosen')
    return unwrap(it.verifyPasskeySignIn({ data: { response: { ...found.toJSON() } } }))
  }, [])

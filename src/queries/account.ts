import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { unwrap } from '../lib/refusal.ts'
import { profileQuery } from './session.ts'

/** The server functions come with the first call: no page but those of the account needs them. */
const server = () => import('../server/account.functions.ts')

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
export const waysInQuery = queryOptions({
  queryKey: keys.waysIn,
  queryFn: () => unwrap(server().then((it) => it.getWaysIn({ data: {} }))),
})
/** Which ways in are configured; the same for everybody and for as long as the server runs. */
export const methodsQuery = queryOptions({
  queryKey: ['methods'],
  queryFn: () => unwrap(server().then((it) => it.getMethods({ data: {} }))),
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
export const useProve = () =>
  useAccountChange(async (password: string) => unwrap((await server()).prove({ data: { password } })), [])
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
export const useRemoveWayIn = () =>
  useAccountChange(async (id: string) => unwrap((await server()).removeSignInMethod({ data: { id } })), [keys.waysIn])
export const useAskDeletion = () =>
  useAccountChange(async (username: string) => unwrap((await server()).requestDeletion({ data: { username } })), [])

export const useBeginTwoFactor = () =>
  useAccountChange(
    async (password: string | undefined) => unwrap((await server()).beginTwoFactor({ data: { password } })),
    [],
  )
export const useCheckTwoFactor = () =>
  useAccountChange(async (data: { code: string; trustDevice?: boolean }) =>
    unwrap((await server()).checkTwoFactor({ data })),
  )
export const useSpendRecoveryCode = () =>
  useAccountChange(async (code: string) => unwrap((await server()).spendRecoveryCode({ data: { code } })))
export const useEndTwoFactor = () =>
  useAccountChange(async (password: string | undefined) =>
    unwrap((await server()).endTwoFactor({ data: { password } })),
  )

/** Leaves for Google or Apple and comes back to the page of the ways in. */
export const useLinkProvider = () =>
  useAccountChange(async (provider: 'google' | 'apple') => {
    const { url } = await unwrap(
      (await server()).linkProvider({
        data: { provider, callbackURL: location.pathname, errorCallbackURL: '/auth/callback' },
      }),
    )
    if (url) location.assign(url)
  }, [])

/** The browser's own ceremony: a new passkey of this device for the person. */
export const useAddPasskey = () =>
  useAccountChange(
    async (name: string) => {
      const it = await server()
      const options = await unwrap(it.beginPasskey())
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
export const usePasskeySignIn = () =>
  useAccountChange(async (_: null) => {
    const it = await server()
    const options = await unwrap(it.beginPasskeySignIn())
    const found = await navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
        options as unknown as PublicKeyCredentialRequestOptionsJSON,
      ),
    })
    if (!(found instanceof PublicKeyCredential)) throw new Error('no passkey was chosen')
    return unwrap(it.endPasskeySignIn({ data: { response: { ...found.toJSON() } } }))
  }, [])

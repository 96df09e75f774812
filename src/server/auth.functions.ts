import { createServerFn } from '@tanstack/react-start'
import { identity } from '../../contract/identity.ts'
import { callApi } from './api.server.ts'
import { inWords } from './identity-words.ts'
import { identityCalls } from './identity.ts'
import { sent } from './sent.ts'

export const signUp = createServerFn({ method: 'POST' })
  .validator(sent(identityCalls.signUp))
  .handler(async ({ data }) => inWords(await callApi(identityCalls.signUp, data)))
export const signIn = createServerFn({ method: 'POST' })
  .validator(sent(identityCalls.signIn))
  .handler(async ({ data }) => inWords(await callApi(identityCalls.signIn, data)))
export const signOut = createServerFn({ method: 'POST' })
  .validator(sent(identityCalls.signOut))
  .handler(({ data }) => callApi(identityCalls.signOut, data))
export const askReset = createServerFn({ method: 'POST' })
  .validator(sent(identityCalls.askReset))
  .handler(async ({ data }) => inWords(await callApi(identityCalls.askReset, data)))
export const resetPassword = createServerFn({ method: 'POST' })
  .validator(sent(identityCalls.reset))
  .handler(async ({ data }) => inWords(await callApi(identityCalls.reset, data)))
export const sendVerification = createServerFn({ method: 'POST' })
  .validator(sent(identityCalls.sendVerification))
  .handler(async ({ data }) => inWords(await callApi(identityCalls.sendVerification, data)))
export const verifyEmail = createServerFn({ method: 'POST' })
  .validator(sent(identityCalls.verifyEmail))
  .handler(async ({ data }) => inWords(await callApi(identityCalls.verifyEmail, data)))
export const signInSocial = createServerFn({ method: 'POST' })
  .validator(sent(identityCalls.social))
  .handler(async ({ data }) => inWords(await callApi(identityCalls.social, data)))
export const getChallenge = createServerFn({ method: 'GET', strict: { output: false } })
  .validator(sent(identity.challenge))
  .handler(({ data }) => callApi(identity.challenge, data))

import { createServerFn } from '@tanstack/react-start'
import { account } from '../../contract/account.ts'
import { identity } from '../../contract/identity.ts'
import { callApi } from './api.server.ts'
import { inWords } from './identity-words.ts'
import { identityCalls } from './identity.ts'
import { sent } from './sent.ts'

export const getSessions = createServerFn({ method: 'GET' }).validator(sent(account.sessions)).handler(({ data }) => callApi(account.sessions, data))
export const endSession = createServerFn({ method: 'POST' }).validator(sent(account.endSession)).handler(({ data }) => callApi(account.endSession, data))
export const endSessions = createServerFn({ method: 'POST' }).validator(sent(account.endSessions)).handler(({ data }) => callApi(account.endSessions, data))
export const prove = createServerFn({ method: 'POST' }).validator(sent(account.prove)).handler(({ data }) => callApi(account.prove, data))
export const getEmail = createServerFn({ method: 'GET' }).validator(sent(account.email)).handler(({ data }) => callApi(account.email, data))
export const changeEmail = createServerFn({ method: 'POST' }).validator(sent(account.changeEmail)).handler(({ data }) => callApi(account.changeEmail, data))
export const cancelEmail = createServerFn({ method: 'POST' }).validator(sent(account.cancelEmail)).handler(({ data }) => callApi(account.cancelEmail, data))
export const confirmEmail = createServerFn({ method: 'POST' }).validator(sent(account.confirmEmail)).handler(({ data }) => callApi(account.confirmEmail, data))
export const changePassword = createServerFn({ method: 'POST' }).validator(sent(account.changePassword)).handler(({ data }) => callApi(account.changePassword, data))
export const checkUsername = createServerFn({ method: 'GET' }).validator(sent(account.checkUsername)).handler(({ data }) => callApi(account.checkUsername, data))
export const changeUsername = createServerFn({ method: 'POST' }).validator(sent(account.changeUsername)).handler(({ data }) => callApi(account.changeUsername, data))
export const getWaysIn = createServerFn({ method: 'GET' }).validator(sent(account.waysIn)).handler(({ data }) => callApi(account.waysIn, data))
export const removeWayIn = createServerFn({ method: 'POST' }).validator(sent(account.removeWayIn)).handler(({ data }) => callApi(account.removeWayIn, data))
export const askDeletion = createServerFn({ method: 'POST' }).validator(sent(account.askDeletion)).handler(({ data }) => callApi(account.askDeletion, data))
export const getMethods = createServerFn({ method: 'GET' }).validator(sent(identity.methods)).handler(({ data }) => callApi(identity.methods, data))

export const beginTwoFactor = createServerFn({ method: 'POST' }).validator(sent(identityCalls.beginTwoFactor)).handler(async ({ data }) => inWords(await callApi(identityCalls.beginTwoFactor, data)))
export const checkTwoFactor = createServerFn({ method: 'POST' }).validator(sent(identityCalls.checkTwoFactor)).handler(async ({ data }) => inWords(await callApi(identityCalls.checkTwoFactor, data)))
export const spendRecoveryCode = createServerFn({ method: 'POST' }).validator(sent(identityCalls.spendRecoveryCode)).handler(async ({ data }) => inWords(await callApi(identityCalls.spendRecoveryCode, data)))
export const endTwoFactor = createServerFn({ method: 'POST' }).validator(sent(identityCalls.endTwoFactor)).handler(async ({ data }) => inWords(await callApi(identityCalls.endTwoFactor, data)))
export const newRecoveryCodes = createServerFn({ method: 'POST' }).validator(sent(identityCalls.newRecoveryCodes)).handler(async ({ data }) => inWords(await callApi(identityCalls.newRecoveryCodes, data)))
export const linkProvider = createServerFn({ method: 'POST' }).validator(sent(identityCalls.linkSocial)).handler(async ({ data }) => inWords(await callApi(identityCalls.linkSocial, data)))
/** What the browser's own ceremony begins and ends with; the options and answers are WebAuthn's. */
export const beginPasskey = createServerFn({ method: 'POST', strict: { output: false } }).handler(() => callApi(identityCalls.beginPasskey, {}))
export const addPasskey = createServerFn({ method: 'POST', strict: { output: false } }).validator(sent(identityCalls.addPasskey)).handler(({ data }) => callApi(identityCalls.addPasskey, data))
export const beginPasskeySignIn = createServerFn({ method: 'POST', strict: { output: false } }).handler(() => callApi(identityCalls.beginPasskeySignIn, {}))
export const endPasskeySignIn = createServerFn({ method: 'POST', strict: { output: false } }).validator(sent(identityCalls.endPasskeySignIn)).handler(({ data }) => callApi(identityCalls.endPasskeySignIn, data))

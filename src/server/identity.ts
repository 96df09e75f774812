import * as v from 'valibot'
import { anyone, endpoint } from '../../contract/endpoint.ts'

/** The calls of better-auth that the app makes (ARCHITECTURE, interfaces), as endpoints like any other. */
const call = <In extends v.GenericSchema<unknown, unknown>>(path: `/api/auth/${string}`, input: In) =>
  endpoint({ method: 'POST', path, access: anyone('never'), input, output: v.object({ url: v.optional(v.string()) }), errors: [], summary: '' })

const email = v.pipe(v.string(), v.maxLength(320))
const password = v.pipe(v.string(), v.maxLength(1000))
const callbackURL = v.optional(v.pipe(v.string(), v.startsWith('/'), v.maxLength(500)))

export const identityCalls = {
  signUp: call('/api/auth/sign-up/email', v.object({ email, password, name: v.string(), callbackURL, referral: v.optional(v.string()) })),
  signIn: call('/api/auth/sign-in/email', v.object({ email, password })),
  signOut: call('/api/auth/sign-out', v.object({})),
  askReset: call('/api/auth/request-password-reset', v.object({ email, redirectTo: callbackURL })),
  reset: call('/api/auth/reset-password', v.object({ token: v.string(), newPassword: password })),
  sendVerification: call('/api/auth/send-verification-email', v.object({ email, callbackURL })),
  social: call('/api/auth/sign-in/social', v.object({ provider: v.picklist(['google', 'apple']), callbackURL, errorCallbackURL: callbackURL })),
}

import * as v from 'valibot'
import { anyone, endpoint } from '../../contract/endpoint.ts'

/** The calls of better-auth that the app makes, as endpoints like any other. */
const call = <In extends v.GenericSchema<unknown, unknown>>(path: `/api/auth/${string}`, input: In) =>
  answering(path, input, v.object({ url: v.optional(v.string()) }))
const answering = <In extends v.GenericSchema<unknown, unknown>, Out extends v.GenericSchema<unknown, unknown>>(
  path: `/api/auth/${string}`,
  input: In,
  output: Out,
  method: 'GET' | 'POST' = 'POST',
) => endpoint({ method, path, access: anyone('never'), input, output, errors: [], summary: '' })

const email = v.pipe(v.string(), v.maxLength(320))
const password = v.pipe(v.string(), v.maxLength(1000))
const code = v.pipe(v.string(), v.maxLength(40))
/** Options and answers of WebAuthn, as the browser makes and takes them. */
const ceremony = v.record(v.string(), v.unknown())
const callbackURL = v.optional(v.pipe(v.string(), v.startsWith('/'), v.maxLength(500)))

export const identityCalls = {
  signUp: call('/api/auth/sign-up/email', v.object({ email, password, referral: v.optional(v.string()) })),
  /** `twoFactorRedirect`: the password was right, and a code is still to come. */
  signIn: answering(
    '/api/auth/sign-in/email',
    v.object({ email, password }),
    v.object({ twoFactorRedirect: v.optional(v.boolean()) }),
  ),
  signOut: call('/api/auth/sign-out', v.object({})),
  requestPasswordReset: call('/api/auth/request-password-reset', v.object({ email, redirectTo: callbackURL })),
  resetPassword: call('/api/auth/reset-password', v.object({ token: v.string(), newPassword: password })),
  sendVerification: call('/api/auth/send-verification-email', v.object({ email })),
  verifyEmail: call('/api/auth/verify-email', v.object({ token: v.pipe(v.string(), v.maxLength(2000)) })),
  signInWithProvider: call(
    '/api/auth/sign-in/social',
    v.object({ provider: v.picklist(['google', 'apple']), callbackURL, errorCallbackURL: callbackURL }),
  ),
  linkProvider: call(
    '/api/auth/link-social',
    v.object({ provider: v.picklist(['google', 'apple']), callbackURL, errorCallbackURL: callbackURL }),
  ),
  enableTwoFactor: answering(
    '/api/auth/two-factor/enable',
    v.object({ password: v.optional(password) }),
    v.object({ totpURI: v.string(), backupCodes: v.array(v.string()) }),
  ),
  verifyTwoFactor: call('/api/auth/two-factor/verify-totp', v.object({ code, trustDevice: v.optional(v.boolean()) })),
  verifyRecoveryCode: call('/api/auth/two-factor/verify-backup-code', v.object({ code })),
  disableTwoFactor: call('/api/auth/two-factor/disable', v.object({ password: v.optional(password) })),
  generateRecoveryCodes: answering(
    '/api/auth/two-factor/generate-backup-codes',
    v.object({ password: v.optional(password) }),
    v.object({ backupCodes: v.array(v.string()) }),
  ),
  generatePasskeyOptions: answering('/api/auth/passkey/generate-register-options', v.object({}), ceremony, 'GET'),
  addPasskey: answering(
    '/api/auth/passkey/verify-registration',
    v.object({ response: ceremony, name: v.optional(v.pipe(v.string(), v.maxLength(60))) }),
    v.unknown(),
  ),
  generatePasskeySignInOptions: answering(
    '/api/auth/passkey/generate-authenticate-options',
    v.object({}),
    ceremony,
    'GET',
  ),
  verifyPasskeySignIn: answering(
    '/api/auth/passkey/verify-authentication',
    v.object({ response: ceremony }),
    v.unknown(),
  ),
}

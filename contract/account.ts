import * as v from 'valibot'
import { anyone, endpoint, ownerOnly } from './endpoint.ts'
import { done, id, list, text, time } from './shapes.ts'
import { termsVersion } from './trust-pages.ts'

const password = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const newPassword = v.pipe(v.string(), v.minLength(10), v.maxLength(128))
const email = v.pipe(text(320, 3), v.email(), v.toLowerCase())
/** Account settings are open before onboarding, so that a user can always leave or secure the account. */
const own = ownerOnly({ onboarded: false })

/** A sign-in session: its device, address, start and last use. */
const sessionShape = v.object({
  id: v.string(),
  browser: v.nullable(v.string()),
  system: v.nullable(v.string()),
  address: v.nullable(v.string()),
  started_at: time,
  last_seen_at: time,
  current: v.boolean(),
})
export type AccountSession = v.InferOutput<typeof sessionShape>

const signInMethodsShape = v.object({
  has_password: v.boolean(),
  two_factor: v.boolean(),
  providers: v.array(v.object({ id: v.string(), provider: v.picklist(['google', 'apple']), linked_at: time })),
  passkeys: v.array(v.object({ id: v.string(), name: v.nullable(v.string()), added_at: v.nullable(time) })),
})
export type SignInMethods = v.InferOutput<typeof signInMethodsShape>

const emailChangeShape = v.object({
  email: v.string(),
  email_verified: v.boolean(),
  /** When the code was mailed that confirms the address now; null when none is good. */
  code_sent_at: v.nullable(time),
  pending: v.nullable(
    v.object({ email: v.string(), old_confirmed: v.boolean(), new_confirmed: v.boolean(), expires_at: time }),
  ),
})
export type EmailChange = v.InferOutput<typeof emailChangeShape>

export const account = {
  sessions: endpoint({
    method: 'GET',
    path: '/api/account/sessions',
    access: own,
    input: v.object({}),
    output: list(sessionShape),
    errors: [],
    summary: 'The sessions of the account, last used first.',
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/account/sessions/{id}',
    access: own,
    input: v.object({ id }),
    output: done,
    errors: ['not_found'],
    summary: 'End one session.',
  }),
  endSessions: endpoint({
    method: 'POST',
    path: '/api/account/sessions/end',
    access: own,
    input: v.object({ this_too: v.optional(v.boolean(), false) }),
    output: v.object({ ended: v.number() }),
    errors: [],
    summary: 'End all other sessions, or all sessions.',
  }),
  reauthenticate: endpoint({
    method: 'POST',
    path: '/api/account/prove',
    access: own,
    input: v.object({ password }),
    output: v.object({ until: time }),
    errors: ['invalid_input'],
    summary: 'Authenticate again with the password, as dangerous actions require. The session gets a new id.',
    rate: 'write',
  }),
  email: endpoint({
    method: 'GET',
    path: '/api/account/email',
    access: own,
    input: v.object({}),
    output: emailChangeShape,
    errors: [],
    summary: 'The e-mail address and the change of it in progress.',
  }),
  changeEmail: endpoint({
    method: 'POST',
    path: '/api/account/email',
    access: own,
    input: v.object({ email }),
    output: emailChangeShape,
    errors: ['fresh_sign_in_required', 'own_thing'],
    summary: 'Request another e-mail address; both addresses must confirm.',
    rate: 'expensive',
  }),
  cancelEmail: endpoint({
    method: 'DELETE',
    path: '/api/account/email',
    access: own,
    input: v.object({}),
    output: emailChangeShape,
    errors: [],
    summary: 'Cancel the change of address.',
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/api/account/email/confirm',
    access: anyone('never'),
    input: v.object({ token: v.pipe(v.string(), v.maxLength(100)) }),
    output: v.object({ changed: v.boolean(), waiting_for: v.nullable(v.picklist(['old', 'new'])) }),
    errors: ['invalid_token', 'gone'],
    summary: 'Confirm with the link of a mail, on any device; the second confirmation changes the address.',
  }),
  confirmEmailCode: endpoint({
    method: 'POST',
    path: '/api/account/email/code',
    access: own,
    input: v.object({ code: v.pipe(v.string(), v.maxLength(20)) }),
    output: emailChangeShape,
    errors: ['invalid_code'],
    summary: 'Confirm the address with the six digits of the mail; a code is good for 15 minutes and five attempts.',
    rate: 'expensive',
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/account/password',
    access: own,
    input: v.object({ current_password: v.optional(password), new_password: newPassword }),
    output: done,
    errors: ['fresh_sign_in_required'],
    summary: 'Change the password, or set the first one; all other sessions end.',
  }),
  checkUsername: endpoint({
    method: 'GET',
    path: '/api/account/username',
    access: ownerOnly(),
    input: v.object({ username: v.pipe(v.string(), v.maxLength(60)) }),
    output: v.object({
      available: v.boolean(),
      reason: v.nullable(v.picklist(['invalid_username', 'username_taken'])),
    }),
    errors: [],
    summary: 'Whether a username is available.',
  }),
  changeUsername: endpoint({
    method: 'PUT',
    path: '/api/account/username',
    access: ownerOnly(),
    input: v.object({ username: text(60, 1) }),
    output: v.object({ username: v.string(), former_until: v.nullable(time) }),
    errors: ['username_taken', 'invalid_username'],
    summary: 'Change the username; the former one redirects here for 90 days and stays reserved.',
    rate: 'expensive',
  }),
  signInMethods: endpoint({
    method: 'GET',
    path: '/api/account/ways-in',
    access: own,
    input: v.object({}),
    output: signInMethodsShape,
    errors: [],
    summary: 'The sign-in methods of the account: password, providers, passkeys and second factor.',
  }),
  removeSignInMethod: endpoint({
    method: 'DELETE',
    path: '/api/account/ways-in/{id}',
    access: own,
    input: v.object({ id: v.pipe(v.string(), v.maxLength(100)) }),
    output: signInMethodsShape,
    errors: ['not_found', 'own_thing', 'fresh_sign_in_required'],
    summary: 'Unlink a provider or remove a passkey, never the last sign-in method.',
  }),
  acceptTerms: endpoint({
    method: 'POST',
    path: '/api/account/terms',
    access: own,
    /** The version that was shown; another one than that in force is refused. */
    input: v.object({ version: v.literal(termsVersion) }),
    output: done,
    errors: [],
    summary: 'Accept the version of the terms that is in force.',
  }),
  requestDeletion: endpoint({
    method: 'POST',
    path: '/api/account/deletion',
    access: own,
    /** The username, or the e-mail address of a user without one, typed as a confirmation. */
    input: v.object({ username: v.pipe(v.string(), v.maxLength(320)) }),
    output: v.object({ deleted_at: time }),
    errors: ['fresh_sign_in_required', 'own_thing'],
    summary: 'Hide the account now and delete it in 30 days; signing in before that restores it.',
  }),
}

import * as v from 'valibot'
import { anyone, endpoint, ownerOnly } from './endpoint.ts'
import { done, list, text, time } from './shapes.ts'

const password = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const newPassword = v.pipe(v.string(), v.minLength(10), v.maxLength(128))
const email = v.pipe(text(320, 3), v.email(), v.toLowerCase())
/** Settings are open before onboarding is done, so that nobody is locked in or out by it. */
const own = ownerOnly({ onboarded: false })

/** A session of the person: on what, from where, since when, last used when. */
export const sessionShape = v.object({
  id: v.string(),
  browser: v.nullable(v.string()),
  system: v.nullable(v.string()),
  address: v.nullable(v.string()),
  started_at: time,
  last_seen_at: time,
  current: v.boolean(),
})
export type AccountSession = v.InferOutput<typeof sessionShape>

export const signInMethodsShape = v.object({
  has_password: v.boolean(),
  two_factor: v.boolean(),
  providers: v.array(v.object({ id: v.string(), provider: v.picklist(['google', 'apple']), linked_at: time })),
  passkeys: v.array(v.object({ id: v.string(), name: v.nullable(v.string()), added_at: v.nullable(time) })),
})
export type SignInMethods = v.InferOutput<typeof signInMethodsShape>

export const emailChangeShape = v.object({
  email: v.string(),
  email_verified: v.boolean(),
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
    summary: 'Where the person is signed in, last used first.',
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/account/sessions/{id}',
    access: own,
    input: v.object({ id: v.pipe(v.string(), v.maxLength(100)) }),
    output: done,
    errors: ['not_found'],
    summary: 'Sign one device out.',
  }),
  endSessions: endpoint({
    method: 'POST',
    path: '/api/account/sessions/end',
    access: own,
    input: v.object({ this_too: v.optional(v.boolean(), false) }),
    output: v.object({ ended: v.number() }),
    errors: [],
    summary: 'Sign out everywhere else, or really everywhere.',
  }),
  prove: endpoint({
    method: 'POST',
    path: '/api/account/prove',
    access: own,
    input: v.object({ password }),
    output: v.object({ until: time }),
    errors: ['invalid_input'],
    summary:
      'Prove with the password who one is; dangerous things then need no second proof for a while. The session gets a new id.',
    rate: 'write',
  }),
  email: endpoint({
    method: 'GET',
    path: '/api/account/email',
    access: own,
    input: v.object({}),
    output: emailChangeShape,
    errors: [],
    summary: 'The address, and the change of it that is on its way.',
  }),
  changeEmail: endpoint({
    method: 'POST',
    path: '/api/account/email',
    access: own,
    input: v.object({ email }),
    output: emailChangeShape,
    errors: ['fresh_sign_in_required', 'own_thing'],
    summary: 'Ask for another address; both addresses must say yes.',
    rate: 'expensive',
  }),
  cancelEmail: endpoint({
    method: 'DELETE',
    path: '/api/account/email',
    access: own,
    input: v.object({}),
    output: emailChangeShape,
    errors: [],
    summary: 'Forget the change of address.',
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/api/account/email/confirm',
    access: anyone('never'),
    input: v.object({ token: v.pipe(v.string(), v.maxLength(100)) }),
    output: v.object({ changed: v.boolean(), waiting_for: v.nullable(v.picklist(['old', 'new'])) }),
    errors: ['invalid_token', 'gone'],
    summary: 'Say yes with the link of a mail, on any device; the second yes changes the address.',
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/account/password',
    access: own,
    input: v.object({ current_password: v.optional(password), new_password: newPassword }),
    output: done,
    errors: ['fresh_sign_in_required'],
    summary: 'Change the password, or set the first one; all other devices are signed out.',
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
    summary: 'Whether a username can be had.',
  }),
  changeUsername: endpoint({
    method: 'PUT',
    path: '/api/account/username',
    access: ownerOnly(),
    input: v.object({ username: text(60, 1) }),
    output: v.object({ username: v.string(), former_until: v.nullable(time) }),
    errors: ['username_taken', 'invalid_username'],
    summary: 'Take another username; the old one leads here for 90 days and is nobody else’s (PRODUCT 24).',
    rate: 'expensive',
  }),
  waysIn: endpoint({
    method: 'GET',
    path: '/api/account/ways-in',
    access: own,
    input: v.object({}),
    output: signInMethodsShape,
    errors: [],
    summary: 'Password, providers, passkeys and second factor of the person.',
  }),
  removeWayIn: endpoint({
    method: 'DELETE',
    path: '/api/account/ways-in/{id}',
    access: own,
    input: v.object({ id: v.pipe(v.string(), v.maxLength(100)) }),
    output: signInMethodsShape,
    errors: ['not_found', 'own_thing', 'fresh_sign_in_required'],
    summary: 'Unlink a provider or remove a passkey, never the last way in.',
  }),
  askDeletion: endpoint({
    method: 'POST',
    path: '/api/account/deletion',
    access: own,
    /** The username, or the e-mail address of somebody who has none yet, typed to say that it is meant. */
    input: v.object({ username: v.pipe(v.string(), v.maxLength(320)) }),
    output: v.object({ deleted_at: time }),
    errors: ['fresh_sign_in_required', 'own_thing'],
    summary: 'Hide the account now and delete it for good in 30 days; signing in before that brings it back.',
  }),
}

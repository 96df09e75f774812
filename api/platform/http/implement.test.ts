import { expect, it } from 'vitest'
import type { Access } from '../../../contract/endpoint.ts'
import type { Permissions } from '../../../contract/profile.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { admit, requireFlag } from './implement.ts'
import type { Viewer } from './viewer.ts'

const none: Permissions = {
  can_chat: false,
  can_payment: false,
  can_medias: false,
  can_profile: false,
  can_social: false,
  show_in_analytics: false,
}
const fan: Viewer = {
  id: 'fan',
  username: 'fan',
  locale: 'en',
  role: 'user',
  isCreator: false,
  emailVerified: true,
  onboarded: true,
  sessionId: 'session',
  signedInAt: new Date(),
  hasSecondFactor: false,
  acting: null,
}
const noRules = { restrictedWords: [], asksAboveCents: null }
const creator: Viewer = { ...fan, isCreator: true }
const staff: Viewer = { ...fan, role: 'staff' }
const acting = (permissions: Partial<Permissions>, reduced = false): Viewer => ({
  ...creator,
  acting: {
    operatorId: 'o',
    agencyId: 'a',
    grantId: 'g',
    permissions: { ...none, ...permissions },
    reduced,
    rules: noRules,
  },
})

const strict = { onboarded: true, verified: true } as const
const anyone: Access = { who: 'anyone', acting: ['can_chat'], ...strict }
const user: Access = { ...anyone, who: 'user' }
const ofCreator: Access = { ...anyone, who: 'creator' }
const ofStaff: Access = { ...anyone, who: 'staff', acting: 'never' }
const ownerOnly: Access = { ...user, acting: 'never' }

const ended = 'ended'
/** What each caller gets: nothing, when they may call; `visitor`, when they count as one; else the refusal. */
it.each<[what: string, access: Access, viewer: Viewer | null | typeof ended, answer: string | null]>([
  ['a visitor of an open endpoint', anyone, null, 'visitor'],
  ['a fan of an open endpoint', anyone, { ...fan, onboarded: false, emailVerified: false }, null],
  ['an operator with the flag of an open endpoint', anyone, acting({ can_chat: true }), null],
  ['an operator without the flag of an open endpoint', anyone, acting({ can_medias: true }), 'visitor'],
  ['an ended session at an open endpoint', anyone, ended, 'visitor'],
  ['a visitor', user, null, 'unauthorised'],
  ['an ended session', user, ended, 'unauthorised'],
  ['a fan', user, fan, null],
  ['a fan without a name', user, { ...fan, onboarded: false }, 'onboarding_required'],
  ['a fan without a name where none is needed', { ...user, onboarded: false }, { ...fan, onboarded: false }, null],
  ['a fan without a confirmed address', user, { ...fan, emailVerified: false }, 'email_verification_required'],
  ['the same where none is needed', { ...user, verified: false }, { ...fan, emailVerified: false }, null],
  ['a fan of what is for creators', ofCreator, fan, 'not_creator'],
  ['a creator', ofCreator, creator, null],
  ['a fan of what is for staff', ofStaff, fan, 'not_staff'],
  ['staff', ofStaff, staff, null],
  ['staff who act as a creator', ofStaff, { ...acting({ can_chat: true }), role: 'staff' }, 'not_staff'],
  ['an operator with the flag', ofCreator, acting({ can_chat: true }), null],
  ['an operator with another flag', ofCreator, acting({ can_medias: true }), 'permission_denied'],
  ['an operator of what only the owner may', ownerOnly, acting({ can_chat: true }), 'permission_denied'],
  ['an operator where the grant is enough', { ...user, acting: 'any' }, acting({}), null],
])('admits %s, or refuses: %#', (_what, access, viewer, answer) => {
  const seen = viewer === ended ? { viewer: null, ended: true } : { viewer, ended: false }
  let found: string | null
  try {
    found = admit(access, seen) === null ? 'visitor' : null
  } catch (error) {
    found = (error as { code: string }).code
  }
  expect(found).toBe(answer)
})

it('tells the browser of an ended session, and of a flag that was taken away, to end the session', () => {
  const facts = (act: () => unknown) => {
    try {
      return act()
    } catch (error) {
      return (error as { facts: object }).facts
    }
  }
  expect(facts(() => admit(user, { viewer: null, ended: true }))).toEqual({ shouldLogout: true })
  expect(facts(() => requireFlag(acting({}, true), 'can_chat'))).toEqual({ flag: 'can_chat', shouldLogout: true })
  expect(facts(() => requireFlag(acting({}), 'can_chat'))).toEqual({ flag: 'can_chat' })
  expect(facts(() => requireFlag(acting({ can_chat: true }), 'can_chat'))).toBeUndefined()
  expect(facts(() => requireFlag(creator, 'can_chat'))).toBeUndefined()
})

const api = testApi()
it('names the fields of an input that the contract refuses', async () => {
  const answer = await api.fetch(null, '/api/search?limit=many')
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: 'invalid_input', fields: { limit: [expect.any(String)] } })
})

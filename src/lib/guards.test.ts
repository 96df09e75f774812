import { expect, test } from 'vitest'
import type { Profile } from '../../contract/profile.ts'
import { type GuardVerdict, guard } from './guards.ts'
import type { Session } from './session-state.ts'

const profile = (change: Partial<Profile>): Session => ({
  state: 'in',
  profile: { username: 'fiona', birthdate: '1990-01-01', is_creator: false, acting_as: null, ...change } as Profile,
})
const out: Session = { state: 'out' }
const unknown: Session = { state: 'unknown' }
const fan = profile({})
const creator = profile({ is_creator: true })
const fresh = profile({ username: null, birthdate: null })
const nameOnly = profile({ birthdate: null })
const acting = profile({ username: 'alice', birthdate: null, is_creator: true, acting_as: {} as Profile['acting_as'] })
const go = (path: string): GuardVerdict => ({ go: 'to', path })
const on: GuardVerdict = { go: 'on' }

test.each<[string, string[], Session, string, GuardVerdict]>([
  ['a visitor on an open route', [], out, '/about', on],
  ['a visitor on an auth route', ['auth'], out, '/chat?u=alice', go('/login?redirect=%2Fchat%3Fu%3Dalice')],
  [
    'a visitor on a creator route',
    ['auth', 'creator'],
    out,
    '/settings/payouts',
    go('/login?redirect=%2Fsettings%2Fpayouts'),
  ],
  ['a visitor on a guest route', ['guest'], out, '/login', on],
  ['a user on an auth route', ['auth'], fan, '/chat', on],
  ['a user on a guest route', ['guest'], fan, '/login', go('/')],
  ['a fan on a creator route', ['auth', 'creator'], fan, '/settings/payouts', go('/creator')],
  ['a fan on the page of the own price', ['auth', 'creator'], fan, '/settings/subscriptions', go('/subscriptions')],
  ['a creator on a creator route', ['auth', 'creator'], creator, '/settings/payouts', on],
  ['an unknown session on an open route', [], unknown, '/', on],
  ['an unknown session on an auth route', ['auth'], unknown, '/chat', { go: 'unavailable' }],
  ['an unknown session on a guest route', ['guest'], unknown, '/login', on],
  ['not onboarded, anywhere', [], fresh, '/', go('/onboarding')],
  ['not onboarded, with a name alone', ['auth'], nameOnly, '/chat', go('/onboarding')],
  ['not onboarded, at onboarding', ['auth'], fresh, '/onboarding', on],
  ['not onboarded, on the exempt callback', [], fresh, '/auth/callback', on],
  ['not onboarded, on the exempt form of reports', [], fresh, '/settings/report?kind=other', on],
  ['not onboarded, on a guest route, which sends users home', ['guest'], fresh, '/login', go('/')],
  ['onboarded, at onboarding', ['auth'], fan, '/onboarding', go('/@fiona')],
  ['acting: the birthdate is hidden, not missing', ['auth'], acting, '/chat', on],
  ['acting, at onboarding', ['auth'], acting, '/onboarding', go('/@alice')],
])('%s', (_, middleware, session, href, expected) => {
  expect(guard({ middleware, closedWhileActing: false, session, path: href.split('?')[0] ?? '', href })).toEqual(
    expected,
  )
})

test('forbids pages that are closed while acting', () => {
  const facts = { middleware: ['auth'], closedWhileActing: true, path: '/settings/email', href: '/settings/email' }
  expect(guard({ ...facts, session: acting })).toEqual({ go: 'forbidden' })
  expect(guard({ ...facts, session: fan })).toEqual(on)
})

test.each(['admin', 'toString', '__proto__', ''])('throws for an unknown middleware: %j', (name) => {
  expect(() => guard({ middleware: [name], closedWhileActing: false, session: fan, path: '/', href: '/' })).toThrow(
    'Unknown route middleware',
  )
})

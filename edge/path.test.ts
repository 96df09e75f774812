import { describe, expect, it } from 'vitest'
import { spellings } from '../tests/support/odd-paths.ts'
import { canonicalPath, plainCallPath, writtenPath } from './path.ts'

describe('one spelling for every page', () => {
  it.each([
    '/',
    '/about',
    '/@alice',
    '/@alice/0199-abc',
    '/settings/account',
    '/caf%C3%A9',
    '/a%20b',
    '/%25',
    '/%2575ser',
    '/a:b@c$d&e+f,g;h=i',
  ])('%s stays', (path) => expect(canonicalPath(path)).toEqual({ is: 'canonical' }))

  it.each([
    ['/settings/', '/settings'],
    ['//settings', '/settings'],
    ['//evil.test', '/evil.test'],
    ['/settings//account///', '/settings/account'],
    ['/./settings', '/settings'],
    ['/%2e/settings', '/settings'],
    ['/a/../settings', '/settings'],
    ['/a/%2E%2e/settings', '/settings'],
    ['/../../settings', '/settings'],
    ['/%73ettings', '/settings'],
    ['/%40alice', '/@alice'],
    ['/caf%c3%a9', '/caf%C3%A9'],
    ['/café', '/caf%C3%A9'],
    ['//', '/'],
    ['/.', '/'],
    ['/..', '/'],
  ])('%s goes to %s', (written, path) => {
    expect(canonicalPath(written)).toEqual({ is: 'elsewhere', path })
    expect(canonicalPath(path)).toEqual({ is: 'canonical' })
  })

  it.each([
    '/settings%2faccount',
    '/..%2fsettings',
    '/settings%5caccount',
    '/settings\\account',
    '/\\evil.test',
    '/a%00b',
    '/a%0d%0ab',
    '/a\tb',
    '/%',
    '/%zz',
    '/%ff',
    '/%c0%ae',
    '/%ed%a0%80',
    '/a%E2%80%A8b',
    '/a%7f',
  ])('%s is nowhere', (path) => expect(canonicalPath(path)).toEqual({ is: 'nowhere' }))

  it('takes 400 ways to write a guarded path to the path or nowhere, and never off the site', () => {
    let seen = 0
    for (const written of spellings('/settings/payouts')) {
      seen += 1
      const verdict = canonicalPath(written)
      if (verdict.is === 'canonical') expect(decodeURIComponent(written)).not.toBe('/settings/payouts')
      if (verdict.is === 'elsewhere') {
        expect(new URL(verdict.path, 'https://fanfare.example').origin).toBe('https://fanfare.example')
        expect(canonicalPath(verdict.path)).toEqual({ is: 'canonical' })
      }
    }
    expect(seen).toBeGreaterThanOrEqual(400)
  })
})

describe('calls are written plainly', () => {
  it.each([
    '/api/profile',
    '/api/users/%40alice',
    '/api/users/caf%C3%A9',
    '/api/auth/callback/google',
    '/media/0199/preview.webp',
    '/api/users/a%20b',
    '/ws',
    '/api/x/',
  ])('%s passes', (path) => expect(plainCallPath(path)).toBe(true))
  it.each([
    '/api//profile',
    '//api/profile',
    '/api/../profile',
    '/api/./profile',
    '/api/%2e%2e/profile',
    '/api/..',
    '/%61pi/profile',
    '/api/%75sers',
    '/api/users/a%2fb',
    '/api/users/a%5Cb',
    '/api\\profile',
    '/api/%00',
    '/api/%',
    '/api/%ff',
    '/api/x%0a',
  ])('%s does not', (path) => expect(plainCallPath(path)).toBe(false))
})

it('reads the path as it was written', () => {
  expect(writtenPath('http://localhost:8787//a/%2e%2e/b?x=/y#z')).toBe('//a/%2e%2e/b')
  expect(writtenPath('http://localhost')).toBe('/')
  expect(writtenPath('http://localhost/?a')).toBe('/')
})

import { describe, expect, it } from 'vitest'
import { spellings } from '../tests/support/odd-paths.ts'
import { canonicalPath, isPlainApiPath, rawPath } from './path.ts'

describe('the canonical spelling of a page', () => {
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
  ])('accepts %s', (path) => expect(canonicalPath(path)).toEqual({ is: 'canonical' }))

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
  ])('redirects %s to %s', (written, path) => {
    expect(canonicalPath(written)).toEqual({ is: 'redirect', path })
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
  ])('refuses %s', (path) => expect(canonicalPath(path)).toEqual({ is: 'invalid' }))

  it('redirects or refuses 400 spellings of a guarded path, and never leaves the site', () => {
    let seen = 0
    for (const written of spellings('/settings/payouts')) {
      seen += 1
      const spelling = canonicalPath(written)
      if (spelling.is === 'canonical') expect(decodeURIComponent(written)).not.toBe('/settings/payouts')
      if (spelling.is === 'redirect') {
        expect(new URL(spelling.path, 'https://fanfare.example').origin).toBe('https://fanfare.example')
        expect(canonicalPath(spelling.path)).toEqual({ is: 'canonical' })
      }
    }
    expect(seen).toBeGreaterThanOrEqual(400)
  })
})

describe('paths of API calls', () => {
  it.each([
    '/api/profile',
    '/api/users/%40alice',
    '/api/users/caf%C3%A9',
    '/api/auth/callback/google',
    '/media/0199/preview.webp',
    '/api/users/a%20b',
    '/ws',
    '/api/x/',
  ])('accepts %s', (path) => expect(isPlainApiPath(path)).toBe(true))
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
  ])('refuses %s', (path) => expect(isPlainApiPath(path)).toBe(false))
})

it('reads the path of a URL as it was written', () => {
  expect(rawPath('http://localhost:8787//a/%2e%2e/b?x=/y#z')).toBe('//a/%2e%2e/b')
  expect(rawPath('http://localhost')).toBe('/')
  expect(rawPath('http://localhost/?a')).toBe('/')
})

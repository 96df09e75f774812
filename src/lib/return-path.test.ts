import fc from 'fast-check'
import { expect, test } from 'vitest'
import { returnPaths } from '../../tests/support/odd-paths.ts'
import { safeReturnPath } from './return-path.ts'

const origin = 'https://fanfare.example'

test.each([
  ['/chat', '/chat'],
  ['/@alice?tab=media#top', '/@alice?tab=media#top'],
  ['settings', '/settings'],
  ['https://fanfare.example/chat', '/chat'],
  ['/a/../b', '/b'],
  ['', '/'],
  [undefined, '/'],
  [['/chat'], '/'],
  ['//evil.test', '/'],
  ['/\\evil.test', '/'],
  ['\\\\evil.test', '/'],
  ['/\t/evil.test', '/'],
  ['\n//evil.test', '/'],
  ['/.//evil.test', '/'],
  ['/..//evil.test', '/'],
  ['https://evil.test', '/'],
  ['https:evil.test/x', '/'],
  ['http://fanfare.example/chat', '/'],
  ['https://fanfare.example.evil.test/', '/'],
  ['https://fanfare.example@evil.test/', '/'],
  ['https://user@fanfare.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['data:text/html,x', '/'],
  ['http://[', '/'],
])('%j leads to %j', (value, expected) => {
  const path = safeReturnPath(value, origin)
  expect(path === expected || new URL(path, origin).origin === origin).toBe(true)
  if (expected !== '/') expect(path).toBe(expected)
})

test('keeps 20,000 return paths on the origin, and a second check changes nothing', () => {
  const value = fc.oneof(returnPaths(), fc.anything())
  fc.assert(
    fc.property(value, (it) => {
      const path = safeReturnPath(it, origin)
      const url = new URL(path, origin)
      expect(path.startsWith('/')).toBe(true)
      expect(url.origin).toBe(origin)
      expect(url.pathname + url.search + url.hash).toBe(path)
      expect(safeReturnPath(path, origin)).toBe(path)
    }),
    { numRuns: 20_000 },
  )
}, 30_000)

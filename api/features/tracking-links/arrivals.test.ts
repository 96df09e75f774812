import { describe, expect, it } from 'vitest'
import { arrivalsOf, arrive, cookieLine, dayOf, isVisit, mayRemember } from './arrivals.ts'

const dayMs = 86_400_000
const now = Date.UTC(2026, 10, 26, 12)
const [a, b] = ['aaaaaaaa', 'bbbbbbbb']
const cookieOf = (...entries: [string, number][]) =>
  `other=1; fanfare.links=${entries.map(([code, ago]) => `${code}.${dayOf(now) - ago}`).join('~')}; more=2`
const codesOf = (cookies: string | null) => arrivalsOf(cookies, now).map(({ code }) => code)

describe('the links by which a browser came', () => {
  it.each([
    ['no cookie', null, []],
    ['another cookie', 'fanfare.device=aaaaaaaa.20783', []],
    ['two links, the first one first', cookieOf([a, 3], [b, 1]), [a, b]],
    ['one of 30 days ago and not of 31', cookieOf([a, 31], [b, 30]), [b]],
    ['nothing of days to come', cookieOf([a, -1]), []],
    ['nothing that is no code', 'fanfare.links=AAAAAAAA.20783~x.1~%00', []],
  ])('are of %s', (_, cookies, codes) => expect(codesOf(cookies)).toEqual(codes))

  it('keep their order when one is opened again, and count it once a day', () => {
    const first = arrive(arrivalsOf(cookieOf([a, 3], [b, 1]), now), a, now)
    expect(first).toEqual({
      arrivals: [
        { code: a, day: dayOf(now) },
        { code: b, day: dayOf(now) - 1 },
      ],
      isFirstOfDay: true,
    })
    expect(arrive(first.arrivals, a, now + 3_600_000).isFirstOfDay).toBe(false)
    expect(arrive(first.arrivals, a, now + dayMs).isFirstOfDay).toBe(true)
  })

  it('are twelve at most and come back out of the cookie that stores them', () => {
    const codes = Array.from({ length: 14 }, (_, n) => 'abcdefghjkmnpq'.charAt(n).repeat(8))
    const all = codes.reduce<ReturnType<typeof arrivalsOf>>((before, code) => arrive(before, code, now).arrivals, [])
    const line = cookieLine(all, { isSecure: true, domain: 'fanfare.example' })
    expect(line).toMatch(
      /^__Secure-fanfare\.links=.*; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure; Domain=\.fanfare\.example$/,
    )
    expect(codesOf(line.split(';', 1)[0] ?? '')).toEqual(codes.slice(2))
    expect(cookieLine(all, { isSecure: false, domain: null })).not.toMatch(/Domain|Secure/)
  })
})

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1 Instagram 300'
it.each([
  ['a phone', { 'user-agent': phone }, true],
  ['a page that a link opens', { 'user-agent': phone, 'sec-fetch-dest': 'document' }, true],
  ['an index', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }, false],
  ['a preview of a chat', { 'user-agent': 'WhatsApp/2.23' }, false],
  ['a program', { 'user-agent': 'curl/8.5' }, false],
  ['nothing', {}, false],
  ['loading ahead', { 'user-agent': phone, 'sec-purpose': 'prefetch;prerender' }, false],
  ['a picture', { 'user-agent': phone, 'sec-fetch-dest': 'image' }, false],
])('%s is a visit: %s', (_, headers, expected) =>
  expect(isVisit(new Headers(headers as Record<string, string>))).toBe(expected),
)

it('is remembered unless the browser says that its owner wants no such thing', () => {
  expect(mayRemember(new Headers())).toBe(true)
  expect(mayRemember(new Headers({ dnt: '0' }))).toBe(true)
  expect(mayRemember(new Headers({ 'sec-gpc': '1' }))).toBe(false)
  expect(mayRemember(new Headers({ dnt: '1' }))).toBe(false)
})

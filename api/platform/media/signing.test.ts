import { describe, expect, test } from 'vitest'
import { rebindMediaUrl, signMediaUrl, verifyMediaUrl } from './signing.ts'

const secret = 'a secret of this test'
const now = Date.UTC(2026, 10, 20, 12, 0, 30)
const bound = { mediaId: '0198f0c2-7d1e-7a33', variant: 'full', viewerId: 'fiona', now, secret }
const open = { ...bound, viewerId: null }

function verify(url: string, viewerId: string | null = 'fiona', at = now) {
  return verifyMediaUrl(url, { viewerId, now: at, secret })
}

describe('a signed path of one viewer', () => {
  const url = signMediaUrl(bound)

  test('is valid for its variant and viewer, as a path and as a whole URL', () => {
    expect(url).toMatch(/^\/media\/0198f0c2-7d1e-7a33\/full\?v=u&e=\d{10}&s=[\w-]{43}$/)
    expect(verify(url)).toEqual({ mediaId: bound.mediaId, variant: 'full', grant: null })
    expect(verify(`http://localhost:8787${url}`)).toEqual({ mediaId: bound.mediaId, variant: 'full', grant: null })
  })

  test('stays the same for two minutes, and expires within five', () => {
    const start = Math.ceil(now / 120_000) * 120_000
    const first = signMediaUrl({ ...bound, now: start })
    expect(signMediaUrl({ ...bound, now: start + 119_999 })).toBe(first)
    expect(signMediaUrl({ ...bound, now: start + 120_000 })).not.toBe(first)
    expect(verify(first, 'fiona', start + 299_000)).not.toBeNull()
    expect(verify(first, 'fiona', start + 300_000)).toBeNull()
    const tooLong = signMediaUrl({ ...bound, now: start, ttlMs: 3_600_000 })
    expect(verify(tooLong, 'fiona', start + 300_000)).toBeNull()
    for (let at = start; at < start + 240_000; at += 7_000) {
      const left = Number(/e=(\d+)/.exec(signMediaUrl({ ...bound, now: at }))?.[1]) * 1000 - at
      expect(left).toBeGreaterThanOrEqual(180_000)
      expect(left).toBeLessThanOrEqual(300_000)
    }
  })

  test('expires as early as requested', () => {
    const short = signMediaUrl({ ...bound, ttlMs: 10_000 })
    expect(verify(short)).not.toBeNull()
    expect(verify(short, 'fiona', now + 10_000)).toBeNull()
  })

  const e = /e=(\d+)/.exec(url)?.[1] ?? ''
  const s = /s=([\w-]+)/.exec(url)?.[1] ?? ''
  const tampered: [string, string, (string | null)?][] = [
    ['another viewer', url, 'frank'],
    ['a visitor', url, null],
    ['an empty viewer', url, ''],
    ['a viewer whose id continues hers', url, 'fiona2'],
    ['another media', url.replace('0198f0c2', '0198f0c3')],
    ['another variant', url.replace('/full?', '/card?')],
    ['a later expiry', url.replace(e, String(Number(e) + 60))],
    ['an expiry a year away', url.replace(e, String(Number(e) + 31_536_000))],
    ['a bound path called public', url.replace('v=u', 'v=p')],
    ['another signature letter', url.replace(s, (s.startsWith('A') ? 'B' : 'A') + s.slice(1))],
    ['another last letter of the same bits', url.replace(s, s.slice(0, -1) + neighbour(s.at(-1) ?? ''))],
    ['no signature', url.replace(`&s=${s}`, '')],
    ['an empty signature', url.replace(s, '')],
    ['a doubled parameter', `${url}&s=${s}`],
    ['a parameter in front', url.replace('?v=', '?x=1&v=')],
    ['another order', `/media/${bound.mediaId}/full?e=${e}&v=u&s=${s}`],
    ['a fragment', `${url}#x`],
    ['a slash that is encoded', url.replace('/full', '%2Ffull')],
    ['a path that climbs', url.replace('/full', '/../full')],
    ['a line break behind', `${url}\n`],
    ['nothing', ''],
    ['something else', '/media/x'],
  ]
  test.each(tampered)('is worth nothing with %s', (_, changed, viewer) => {
    expect(verify(changed, viewer === undefined ? 'fiona' : viewer)).toBeNull()
  })

  test('is invalid under another secret', () => {
    expect(verifyMediaUrl(url, { viewerId: 'fiona', now, secret: 'another secret' })).toBeNull()
  })
})

describe('a public path', () => {
  const url = signMediaUrl(open)

  test('is valid for everybody, for up to a day', () => {
    expect(url).toContain('?v=p&')
    for (const viewer of [null, 'fiona', 'frank']) expect(verify(url, viewer)).not.toBeNull()
    expect(verify(url, null, now + 12 * 3_600_000 - 60_000)).not.toBeNull()
    expect(verify(url, null, now + 24 * 3_600_000)).toBeNull()
  })

  test('cannot be turned into a signed path, nor by a viewer called p or null', () => {
    expect(verify(url.replace('v=p', 'v=u'), 'fiona')).toBeNull()
    expect(verify(url.replace('v=p', 'v=u'), 'p')).toBeNull()
    expect(verify(signMediaUrl({ ...bound, viewerId: 'null' }).replace('v=u', 'v=p'), null)).toBeNull()
  })
})

describe('a path bound to a grant', () => {
  const grant = { id: '0198f0c2-7d1e-7a33-8000-000000000001', flag: 'can_chat' } as const
  const url = signMediaUrl({ ...bound, grant })

  test('names the grant to the one who verifies it, and is valid for its operator alone', () => {
    expect(verify(url)).toEqual({ mediaId: bound.mediaId, variant: 'full', grant })
    expect([verify(url, 'frank'), verify(url, null)]).toEqual([null, null])
    expect(verify(url.replace('can_chat', 'can_medias'))).toBeNull()
    expect(verify(url.replace(`can_chat.${grant.id}`, 'u'))).toBeNull()
  })

  test('is made of the path of a creator, while a public one stays as it is and one of a grant is refused', () => {
    const to = { viewerId: 'olivia', grant, now, secret }
    expect(verify(rebindMediaUrl(signMediaUrl(bound), to) ?? '', 'olivia')?.grant).toEqual(grant)
    expect(rebindMediaUrl(signMediaUrl(open), to)).toBe(signMediaUrl(open))
    expect([rebindMediaUrl(url, to), rebindMediaUrl('https://elsewhere.example/x', to)]).toEqual([null, null])
  })

  test('is made for no text that is not a grant', () => {
    expect(() => signMediaUrl({ ...bound, grant: { ...grant, id: 'x&e=1' } })).toThrow(TypeError)
  })
})

test('throws for a name that is not a media id', () => {
  expect(() => signMediaUrl({ ...bound, mediaId: '../../etc' })).toThrow(TypeError)
  expect(() => signMediaUrl({ ...bound, variant: 'full?x=' })).toThrow(TypeError)
})

function neighbour(letter: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return alphabet[alphabet.indexOf(letter) ^ 1] ?? 'A'
}

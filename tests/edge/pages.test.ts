import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { purgePath, purgeSignatureHeader, signPurge } from '../../contract/edge.ts'
import { trustPages } from '../../contract/trust-pages.ts'
import { type EdgeUnderTest, edgeSecret, type Reply, startEdgeAlone } from '../support/edge.ts'

let edge: EdgeUnderTest

beforeAll(async () => {
  edge = await startEdgeAlone()
})
afterAll(() => edge?.stop())

const cacheStatusOf = (reply: Reply) => reply.headers.get('x-fanfare-cache')
const nonceOf = (reply: Reply) => /'nonce-([\w-]+)'/.exec(reply.headers.get('content-security-policy') ?? '')?.[1] ?? ''
const factsOf = (reply: Reply) =>
  JSON.parse(/\/\*(.*)\*\//.exec(reply.text)?.[1] ?? '{}') as { rendered: number; headers: [string, string][] }

describe('response headers of pages', () => {
  it.each(['/', '/about', '/@alice', '/settings', '/missing', '/throws', '/@broken', '/a%2fb', '/@cookie'])(
    'has a content policy, a request id and security headers: %s',
    async (path) => {
      const reply = await edge.fetch(path, { headers: { 'accept-language': 'fr' } })
      const { headers } = reply
      const policy = headers.get('content-security-policy') ?? ''
      for (const rule of [
        "frame-ancestors 'none'",
        "object-src 'none'",
        "base-uri 'none'",
        "img-src 'self' data: blob:",
        "media-src 'self' blob:",
        "connect-src 'self' ws://localhost",
      ])
        expect(policy).toContain(rule)
      expect(policy).not.toMatch(/script-src[^;]*unsafe/)
      expect(nonceOf(reply)).toMatch(/^[\w-]{22}$/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('permissions-policy')).toContain('camera=()')
      expect(headers.get('content-language')).toBe('fr')
      expect(headers.get('vary')).toBe('Accept-Encoding, Accept-Language, Cookie')
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      expect(headers.get('strict-transport-security')).toBeNull()
    },
  )

  it('adds HSTS and alternate languages in production', async () => {
    const { headers } = await edge.fetch('/@alice?tab=media', { host: 'www.fanfare.example' })
    expect(headers.get('strict-transport-security')).toContain('max-age=63072000')
    expect(headers.get('link')).toBe(
      '<https://en.fanfare.example/@alice?tab=media>; rel="alternate"; hreflang="en", <https://fr.fanfare.example/@alice?tab=media>; rel="alternate"; hreflang="fr", <https://fanfare.example/@alice?tab=media>; rel="alternate"; hreflang="x-default"',
    )
  })

  it('adds noindex on previews', async () => {
    expect((await edge.fetch('/', { host: 'fanfare.acme.workers.dev' })).headers.get('x-robots-tag')).toBe('noindex')
  })

  it('answers an error of the app with a page that repeats nothing of the request', async () => {
    const reply = await edge.fetch('/throws?<script>', { headers: { 'accept-language': 'fr' } })
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([500, 'private, no-store'])
    expect(reply.text).toContain('Un problème est survenu')
    expect(reply.text).not.toContain('throws')
  })
})

describe('the language cookie', () => {
  it('is set on first detection, for all hosts in production, and never replaced', async () => {
    const first = await edge.fetch('/about', { headers: { 'accept-language': 'fr' } })
    expect(first.headers.getSetCookie()).toEqual(['i18n_redirected=fr; Path=/; Max-Age=31536000; SameSite=Lax'])
    const shared = await edge.fetch('/about', { host: 'fr.fanfare.example' })
    expect(shared.headers.getSetCookie()[0]).toContain('Domain=.fanfare.example')
    const preview = await edge.fetch('/about', { host: 'fanfare.acme.workers.dev' })
    expect(preview.headers.getSetCookie()[0]).not.toContain('Domain')
    const english = await edge.fetch('/about')
    expect(english.headers.getSetCookie()).toEqual(['i18n_redirected=en-US; Path=/; Max-Age=31536000; SameSite=Lax'])
    expect(english.headers.get('content-language')).toBe('en-US')
    const known = await edge.fetch('/about', { headers: { cookie: 'i18n_redirected=fr' } })
    expect(known.headers.getSetCookie()).toEqual([])
    expect(known.headers.get('content-language')).toBe('fr')
  })
  it.each(['/_i18n/en/messages.json', '/assets/app-1a2b3c.js', '/sw.js', '/api/profile', '/robots.txt'])(
    'is not set on %s',
    async (path) => {
      expect((await edge.fetch(path)).headers.getSetCookie()).toEqual([])
    },
  )
})

describe('public pages', () => {
  it('are rendered once and delivered with a new nonce each time', async () => {
    const replies = [await edge.fetch('/@once'), await edge.fetch('/@once'), await edge.fetch('/@once')]
    expect(replies.map(cacheStatusOf)).toEqual(['miss', 'hit', 'hit'])
    expect(new Set(replies.map((reply) => factsOf(reply).rendered)).size).toBe(1)
    expect(new Set(replies.map(nonceOf)).size).toBe(3)
    for (const reply of replies) {
      expect(reply.text).toContain(`nonce="${nonceOf(reply)}"`)
      expect(reply.text.match(/nonce="/g)).toHaveLength(1)
      expect(reply.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    }
  })

  it.each(trustPages)('include /%s', async (page) => {
    const replies = [await edge.fetch(`/${page}`), await edge.fetch(`/${page}`)]
    expect(replies.map(cacheStatusOf)).toEqual(['miss', 'hit'])
    expect(cacheStatusOf(await edge.fetch(`/${page}/more`))).toBeNull()
  })

  it('are cached separately by host, path, query and language', async () => {
    await edge.fetch('/@apart')
    expect(cacheStatusOf(await edge.fetch('/@apart', { headers: { 'accept-language': 'fr' } }))).toBe('miss')
    expect(cacheStatusOf(await edge.fetch('/@apart?tab=media'))).toBe('miss')
    expect(cacheStatusOf(await edge.fetch('/@apart', { host: '127.0.0.1' }))).toBe('miss')
    expect(cacheStatusOf(await edge.fetch('/@apart/0199'))).toBe('miss')
    expect(cacheStatusOf(await edge.fetch('/@apart?__locale=fr'))).toBe('miss')
    expect(cacheStatusOf(await edge.fetch('/@apart', { headers: { cookie: 'i18n_redirected=fr' } }))).toBe('hit')
    const known =
      'i18n_redirected=fr; fanfare.device=x; __Secure-fanfare.device=x; fanfare.links=a.1; __Secure-fanfare.links=a.1'
    expect(cacheStatusOf(await edge.fetch('/@apart', { headers: { cookie: known } }))).toBe('hit')
  })

  it('are rendered without headers of the visitor', async () => {
    const secrets = {
      'user-agent': 'Peculiar/1',
      referer: 'https://from.test/',
      'x-strange': 'yes',
      'accept-language': 'fr, xx',
    }
    const { text } = await edge.fetch('/@clean', { headers: secrets })
    for (const trace of ['Peculiar', 'from.test', 'x-strange', 'xx']) expect(text).not.toContain(trace)
  })

  it.each([
    ['a session', '/@alice', { cookie: 'better-auth.session_token=x' }],
    ['any other cookie', '/@alice', { cookie: 'i18n_redirected=en; theme=dark' }],
    ['a bearer', '/@alice', { authorization: 'Bearer x' }],
    ['a bot', '/@alice', { 'user-agent': 'Googlebot/2.1' }],
    ['a private page', '/chat', {}],
    ['settings', '/settings/account', {}],
    ['an edit page', '/@alice/edit/bio', {}],
  ])('are not cached with %s', async (_, path, headers) => {
    for (let round = 0; round < 2; round += 1) {
      const reply = await edge.fetch(path, { headers: headers as Record<string, string> })
      expect([reply.headers.get('cache-control'), cacheStatusOf(reply)]).toEqual(['private, no-store', null])
    }
  })

  it.each(['/@cookie', '/@private', '/@broken'])(
    'are not cached when the app sets a cookie, forbids it or fails: %s',
    async (path) => {
      await edge.fetch(path)
      const reply = await edge.fetch(path)
      expect([reply.headers.get('cache-control'), cacheStatusOf(reply)]).toEqual(['private, no-store', null])
    },
  )
})

describe('a purge', () => {
  const send = async (body: string, signature?: string) =>
    edge.fetch(purgePath, {
      method: 'POST',
      body,
      headers: { [purgeSignatureHeader]: signature ?? (await signPurge(edgeSecret, body, (Date.now() / 1000) | 0)) },
    })

  it('removes a profile, its posts and all its spellings from the cache, and no other profile', async () => {
    const paths = ['/@purged', '/@Purged', '/@purged/0199', '/@purged?tab=media', '/@other']
    for (const path of paths) await edge.fetch(path)
    expect((await send('{"profiles":["Purged"]}')).status).toBe(200)
    const notes = []
    for (const path of paths) notes.push(cacheStatusOf(await edge.fetch(path)))
    expect(notes).toEqual(['miss', 'miss', 'miss', 'miss', 'hit'])
  })

  it('removes single pages from the cache', async () => {
    await edge.fetch('/about')
    await send('{"paths":["/about"]}')
    expect(cacheStatusOf(await edge.fetch('/about'))).toBe('miss')
  })

  it('is refused with 403 unless its signature is right and recent', async () => {
    const body = '{"profiles":["other"]}'
    const now = Math.floor(Date.now() / 1000)
    await edge.fetch('/@other')
    for (const signature of [
      '',
      'v1=x',
      await signPurge('guess', body, now),
      await signPurge(edgeSecret, '{}', now),
      await signPurge(edgeSecret, body, now - 301),
      await signPurge(edgeSecret, body, Math.ceil(Date.now() / 1000) + 305),
    ])
      expect((await send(body, signature)).status).toBe(403)
    expect(cacheStatusOf(await edge.fetch('/@other'))).toBe('hit')
  })

  it.each(['', 'null', '[]x', '{"profiles":5}', '{"profiles":[{}],"paths":["no slash"]}', '{"paths":[null]}'])(
    'refuses the body %j with 400',
    async (body) => {
      expect((await send(body)).status).toBe(400)
    },
  )
})

describe('compression', () => {
  it('is applied to pages and messages when the client accepts gzip', async () => {
    for (const path of ['/@zip', '/_i18n/en/messages.json', '/settings']) {
      expect(
        (await edge.fetch(path, { headers: { 'accept-encoding': 'br, gzip' } })).headers.get('content-encoding'),
      ).toBe('gzip')
      expect(
        (await edge.fetch(path, { headers: { 'accept-encoding': 'gzip;q=0' } })).headers.get('content-encoding'),
      ).toBeNull()
    }
  })
})

describe('paths', () => {
  it.each([
    ['/settings/', '/settings'],
    ['//settings', '/settings'],
    ['//evil.test/', '/evil.test'],
    ['/%73ettings/account?a=1', '/settings/account?a=1'],
    ['/%40alice', '/@alice'],
  ])('redirects %s to %s with 308', async (path, location) => {
    const reply = await edge.fetch(path)
    expect([reply.status, reply.headers.get('location')]).toEqual([308, location])
  })
  it.each(['/settings%2faccount', '/settings%5caccount', '/%00', '/%ff', '/%'])('answers %s with 404', async (path) => {
    expect((await edge.fetch(path)).status).toBe(404)
  })
  it('answers HEAD like GET, without a body', async () => {
    const reply = await edge.fetch('/about', { method: 'HEAD' })
    expect([reply.status, reply.text]).toEqual([200, ''])
  })
})

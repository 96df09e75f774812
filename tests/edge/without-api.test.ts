import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EdgeUnderTest, startEdgeAlone } from '../support/edge.ts'

/** What the edge answers without the API: messages, built files, and refusals of other origins and of long bodies. */
let edge: EdgeUnderTest
beforeAll(async () => {
  edge = await startEdgeAlone()
})
afterAll(() => edge?.stop())

describe('messages', () => {
  it('are cached for a day, with an ETag and without a cookie', async () => {
    const reply = await edge.fetch('/_i18n/fr/messages.json')
    expect([reply.status, reply.headers.get('cache-control'), reply.headers.has('set-cookie')]).toEqual([
      200,
      'public, max-age=86400',
      false,
    ])
    expect(JSON.parse(reply.text)).toMatchObject({ app_name: 'Fanfare', error_go_home: 'Retour à l’accueil' })
    const again = await edge.fetch('/_i18n/fr/messages.json', {
      headers: { 'if-none-match': reply.headers.get('etag') ?? '' },
    })
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', reply.headers.get('etag')])
  })
  it('serves the English messages for en-US', async () => {
    expect((await edge.fetch('/_i18n/en-US/messages.json')).text).toBe(
      (await edge.fetch('/_i18n/en/messages.json')).text,
    )
  })
  it.each([
    '/_i18n/de/messages.json',
    '/_i18n/fr-FR/messages.json',
    '/_i18n/EN/messages.json',
    '/_i18n/../messages/en/messages.json',
    '/_i18n/en/other.json',
    '/_i18n/messages.json',
    '/_i18n/%2e%2e%2f/messages.json',
    '/_i18n',
  ])('serves no messages at %s', async (path) => {
    const reply = await edge.fetch(path)
    expect([404, 308, 200]).toContain(reply.status)
    expect(reply.text).not.toContain('app_name')
  })
})

describe('the offline page', () => {
  it.each([
    ['en', 'en-US', 'No connection', 'Try again'],
    ['fr', 'fr', 'Pas de connexion', 'Réessayer'],
  ])('is in the language %s, without scripts, files and cookies', async (locale, tag, title, again) => {
    const reply = await edge.fetch(`/_i18n/${locale}/offline.html`)
    expect([reply.status, reply.headers.get('content-language'), reply.headers.has('set-cookie')]).toEqual([
      200,
      tag,
      false,
    ])
    expect(reply.text).toContain(`<html lang="${tag}">`)
    expect(reply.text).toContain(`<h1>${title}</h1>`)
    expect(reply.text).toContain(`<a href="">${again}</a>`)
    expect(reply.text).not.toMatch(/<script|src=|url\(/)
    expect(reply.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'nonce-[\w-]+';/)
  })
  it('answers 404 for other languages', async () => {
    expect((await edge.fetch('/_i18n/de/offline.html')).status).toBe(404)
  })
})

describe('the page for 404', () => {
  it.each([
    ['en', 'Page not found: ', 'Nothing is playing here', 'Go home'],
    ['fr', 'Page introuvable\u00a0: ', 'Rien ne se joue ici', 'Retour à l’accueil'],
  ])('has status, message, title and the way home in the language %s', async (locale, message, title, home) => {
    const reply = await edge.fetch('/a%2fb%3cscript%3e', { headers: { 'accept-language': locale } })
    expect(reply.status).toBe(404)
    for (const part of ['<span>404</span>', `<h1>${title}</h1>`, `<a href="/">${home}</a>`])
      expect(reply.text).toContain(part)
    expect(reply.text).toContain(`<code>${message}/a%2fb%3cscript%3e</code>`)
    const nonce = /<style nonce="([\w-]+)">/.exec(reply.text)?.[1]
    expect(reply.headers.get('content-security-policy')).toContain(`style-src 'self' 'nonce-${nonce}'`)
  })
  it.each([
    ['/a%5cb&"><img>', '/a%5cb&#38;&#34;&#62;&#60;img&#62;'],
    ['/%00$&', '/%00$&#38;'],
    ['/%zz', '/%zz'],
  ])('names the path %s as text', async (path, text) => {
    const reply = await edge.fetch(path)
    expect([reply.status, /<code>(.*)<\/code>/.exec(reply.text)?.[1]]).toEqual([404, `Page not found: ${text}`])
  })
})

describe('built files', () => {
  it('are cached for a year when their name has a hash', async () => {
    const reply = await edge.fetch('/assets/app-1a2b3c.js')
    expect([reply.status, reply.headers.get('cache-control'), reply.headers.get('content-type')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'text/javascript; charset=utf-8',
    ])
    expect(
      (await edge.fetch('/assets/app-1a2b3c.js', { headers: { 'if-none-match': reply.headers.get('etag') ?? '' } }))
        .status,
    ).toBe(304)
  })
  it.each(['br', 'gzip'])('are compressed with %s', async (encoding) => {
    const answer = await edge.fetch('/assets/app-1a2b3c.js', { headers: { 'accept-encoding': encoding } })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.text.length).toBeLessThan(500)
  })
  it('include a service worker and the list of scripts, which are never cached', async () => {
    expect((await edge.fetch('/sw.js')).headers.get('cache-control')).toBe('no-cache')
    const build = await edge.fetch('/build.json')
    expect([build.headers.get('cache-control'), build.text]).toEqual(['no-cache', '["/assets/app-1a2b3c.js"]'])
  })
  it('disallow robots on previews', async () => {
    expect((await edge.fetch('/robots.txt')).text).toContain('Disallow: /settings')
    const preview = await edge.fetch('/robots.txt', { host: 'branch-fanfare.acme.workers.dev' })
    expect(preview.text).toContain('Disallow: /\n')
  })
})

describe('other origins', () => {
  it.each(['https://evil.test', 'null', 'http://localhost:3000', 'https://localhost', undefined])(
    'get 403 for unsafe methods: %s',
    async (origin) => {
      const headers: Record<string, string> = origin === undefined ? {} : { origin }
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
        const reply = await edge.fetch('/_serverFn/abc', { method, headers, body: '{}' })
        expect([reply.status, JSON.parse(reply.text).error]).toEqual([403, 'blocked_origin'])
      }
    },
  )
  it('does not refuse the product’s own origins', async () => {
    expect(
      (await edge.fetch('/_serverFn/abc', { method: 'POST', headers: { origin: 'http://localhost' }, body: '{}' }))
        .status,
    ).toBe(200)
    const shared = {
      method: 'POST',
      host: 'www.fanfare.example',
      headers: { origin: 'https://fr.fanfare.example' },
      body: '{}',
    }
    expect((await edge.fetch('/_serverFn/abc', shared)).status).toBe(200)
  })
})

describe('bodies that are too long', () => {
  const origin = { origin: 'http://localhost' }
  it('are refused with 413 by their Content-Length, before they are read', async () => {
    for (const path of ['/_serverFn/abc', '/login', '/_edge/purge']) {
      const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\norigin: http://localhost\r\ncontent-length: 900000000`
      expect(await edge.sendRaw(`${head}\r\n\r\n{}`)).toBe(413)
    }
    const body = 'x'.repeat(1024 * 1024)
    expect((await edge.fetch('/_serverFn/abc', { method: 'POST', headers: origin, body })).status).toBe(200)
  })
  it('are refused with 413 once they exceed the limit, without a Content-Length', async () => {
    const send = (chunks: number) => {
      let sent = 0
      const body = new ReadableStream<Uint8Array>({
        pull: (to) => (sent++ < chunks ? to.enqueue(new Uint8Array(64 * 1024)) : to.close()),
      })
      return fetch(`http://127.0.0.1:${edge.port}/_serverFn/abc`, {
        method: 'POST',
        body,
        duplex: 'half',
        headers: { origin: `http://127.0.0.1:${edge.port}` },
      } as RequestInit)
    }
    expect((await send(8)).status).toBe(200)
    expect(
      await send(200).then(
        ({ status }) => status,
        () => 413,
      ),
    ).toBe(413)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type ApiDouble, type EdgeUnderTest, edgeSecret, startApiDouble, startEdge } from '../support/edge.ts'

let api: ApiDouble
let edge: EdgeUnderTest
let sendSecond: () => void
const second = new Promise<void>((resolve) => (sendSecond = resolve))

beforeAll(async () => {
  api = await startApiDouble((request, response) => {
    if (request.url === '/api/cookies')
      response.setHeader('set-cookie', [
        'a=1; Path=/; HttpOnly',
        'b=2, with comma',
        'c=3; Expires=Wed, 21 Oct 2026 07:28:00 GMT',
      ])
    if (request.url === '/api/shared-cookie')
      response.setHeader('set-cookie', [
        'fanfare.session_token=x.y; Max-Age=9; Domain=.fanfare.example; Path=/; HttpOnly',
        'b=2; Path=/; domain=fanfare.example',
      ])
    if (request.url === '/api/links/abcdefgh') {
      response.setHeader('set-cookie', 'fanfare.links=abcdefgh.20783; Path=/; HttpOnly')
      response.writeHead(303, { location: '/@alice' })
    } else if (request.url === '/api/links/missing1') response.writeHead(404)
    else if (request.url === '/api/links/broken11') response.writeHead(500)
    else if (request.url === '/api/elsewhere') response.writeHead(302, { location: 'https://accounts.example/sign-in' })
    else if (request.url === '/api/slow') {
      response.write('first')
      return void second.then(() => response.end('second'))
    } else if (request.url?.startsWith('/media/'))
      response.writeHead(206, { 'content-range': 'bytes 0-3/9', 'content-type': 'image/webp' })
    else response.setHeader('content-type', 'application/json')
    response.end('{"ok":true}')
  })
  edge = await startEdge({
    API_BASE_URL: api.url,
    PRODUCTION_DOMAIN: 'fanfare.example',
    PREVIEW_DOMAIN: 'fanfare.acme.workers.dev',
    EDGE_SECRET: edgeSecret,
    COMPRESS: 'on',
  })
})
afterAll(async () => {
  await edge?.stop()
  await api?.close()
})

describe('hosts', () => {
  it.each([
    'evil.test',
    'localhost.evil.test',
    'evilfanfare.example',
    'fanfare.example.evil.test',
    'de.fanfare.example',
    '169.254.169.254',
  ])('refuses the unknown host %s with 421 on every entry point', async (host) => {
    for (const path of ['/', '/api/profile', '/_i18n/en/messages.json', '/assets/app-1a2b3c.js', '/media/x'])
      expect((await edge.fetch(path, { host })).status).toBe(421)
  })
  it.each([
    'localhost',
    '127.0.0.1',
    'fanfare.example',
    'www.fanfare.example',
    'fr.fanfare.example',
    'branch-fanfare.acme.workers.dev',
  ])('serves a page on the known host %s', async (host) => expect((await edge.fetch('/', { host })).status).toBe(200))
})

describe('plain HTTP', () => {
  let secure: EdgeUnderTest
  beforeAll(async () => {
    secure = await startEdge({ API_BASE_URL: api.url, PRODUCTION_DOMAIN: 'fanfare.example', HTTPS_ONLY: 'on' })
  })
  afterAll(() => secure?.stop())
  it('redirects to HTTPS on the hosts of production with HTTPS_ONLY=on', async () => {
    const before = api.seen.length
    for (const path of ['/@alice?tab=media', '/api/profile', '//evil.test/', '/_i18n/en/messages.json']) {
      const reply = await secure.fetch(path, { host: 'fr.fanfare.example' })
      expect([reply.status, reply.headers.get('location')]).toEqual([308, `https://fr.fanfare.example${path}`])
    }
    expect(api.seen.length).toBe(before)
    expect((await secure.fetch('/about', { host: 'localhost' })).status).toBe(200)
    expect((await edge.fetch('/about', { host: 'fanfare.example' })).status).toBe(200)
  })
})

describe('a tracking link', () => {
  it('is led on by the API, with its cookie', async () => {
    const reply = await edge.fetch('/l/abcdefgh', { headers: { cookie: 's=1', 'user-agent': 'Mozilla/5.0' } })
    expect([reply.status, reply.headers.get('location')]).toEqual([303, '/@alice'])
    expect(reply.headers.getSetCookie()).toEqual(['fanfare.links=abcdefgh.20783; Path=/; HttpOnly'])
    expect(api.seen.at(-1)?.headers).toMatchObject({ cookie: 's=1', 'user-agent': 'Mozilla/5.0' })
  })
  it('that is unknown is the page of what does not exist, and one that fails the page of a failure', async () => {
    for (const [path, status] of [
      ['/l/missing1', 404],
      ['/l/broken11', 500],
    ] as const) {
      const reply = await edge.fetch(path)
      expect([reply.status, reply.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
    }
  })
})

describe('request headers for the API and the app', () => {
  const forged = {
    'x-fanfare-address': '6.6.6.6',
    'x-fanfare-locale': 'de',
    'x-fanfare-origin': 'https://evil.test',
    'x-fanfare-edge': 'guess',
    'x-fanfare-nonce': 'known',
    'x-fanfare-anything': '1',
    'x-request-id': 'mine',
    'x-real-ip': '6.6.6.6',
    'x-forwarded-for': '6.6.6.6',
    'x-forwarded-host': 'evil.test',
    'x-forwarded-proto': 'https',
    forwarded: 'for=6.6.6.6',
    'cf-connecting-ip': '6.6.6.6',
    'true-client-ip': '6.6.6.6',
    'x-original-url': '/admin',
    'x-rewrite-url': '/admin',
    'x-http-method-override': 'DELETE',
  }

  it('replaces forged headers of a call', async () => {
    const reply = await edge.fetch('/api/profile?a=b%20c', {
      headers: { ...forged, cookie: 's=1', 'accept-language': 'fr' },
    })
    const { headers, url } = api.seen.at(-1) ?? { headers: {}, url: '' }
    expect(url).toBe('/api/profile?a=b%20c')
    expect(headers).toMatchObject({
      cookie: 's=1',
      'x-fanfare-address': '127.0.0.1',
      'x-fanfare-locale': 'fr',
      'x-fanfare-origin': 'http://localhost',
      'x-fanfare-edge': edgeSecret,
      'x-request-id': reply.headers.get('x-request-id'),
    })
    for (const [name, value] of Object.entries(forged)) expect(headers[name as keyof typeof headers]).not.toBe(value)
  })

  it('removes forged headers from a page request', async () => {
    const { text } = await edge.fetch('/settings', { headers: forged })
    for (const value of ['6.6.6.6', 'evil.test', 'guess', 'known', '/admin', 'x-fanfare-anything'])
      expect(text).not.toContain(value)
  })

  it('gives each request its own request id', async () => {
    const [first, second] = [await edge.fetch('/api/profile'), await edge.fetch('/api/profile')]
    expect(first.headers.get('x-request-id')).not.toBe(second.headers.get('x-request-id'))
  })
})

describe('proxying to the API', () => {
  it('forwards every Set-Cookie header', async () => {
    const { headers } = await edge.fetch('/api/cookies')
    expect(headers.getSetCookie()).toEqual([
      'a=1; Path=/; HttpOnly',
      'b=2, with comma',
      'c=3; Expires=Wed, 21 Oct 2026 07:28:00 GMT',
    ])
  })
  it('keeps the cookie domain on the hosts of production and removes it on other hosts', async () => {
    const cookies = async (host: string) => (await edge.fetch('/api/shared-cookie', { host })).headers.getSetCookie()
    expect(await cookies('www.fanfare.example')).toEqual([
      'fanfare.session_token=x.y; Max-Age=9; Domain=.fanfare.example; Path=/; HttpOnly',
      'b=2; Path=/; domain=fanfare.example',
    ])
    const hostOnly = ['fanfare.session_token=x.y; Max-Age=9; Path=/; HttpOnly', 'b=2; Path=/']
    expect(await cookies('branch-fanfare.acme.workers.dev')).toEqual(hostOnly)
    expect(await cookies('localhost')).toEqual(hostOnly)
    // Cookies that a server function forwards are treated the same.
    const page = await edge.fetch('/shared-cookie', { host: 'branch-fanfare.acme.workers.dev' })
    expect(page.headers.getSetCookie()[0]).toBe('seen=1; Path=/')
  })
  it('forwards a redirect without following it', async () => {
    const reply = await edge.fetch('/api/elsewhere')
    expect([reply.status, reply.headers.get('location')]).toEqual([302, 'https://accounts.example/sign-in'])
  })
  it('forwards method, body and origin', async () => {
    await edge.fetch('/api/chat/messages', {
      method: 'POST',
      body: '{"content":"hé"}',
      headers: { 'content-type': 'application/json', origin: 'https://evil.test' },
    })
    expect(api.seen.at(-1)).toMatchObject({
      method: 'POST',
      body: '{"content":"hé"}',
      headers: { origin: 'https://evil.test' },
    })
  })
  it('streams a response body', async () => {
    const answer = await fetch(`http://127.0.0.1:${edge.port}/api/slow`)
    const reader = answer.body?.getReader()
    const first = await reader?.read()
    expect(new TextDecoder().decode(first?.value)).toBe('first')
    sendSecond()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('second')
    await reader?.cancel()
  })
  it('forwards range requests for media', async () => {
    const reply = await edge.fetch('/media/0199/preview.webp', { headers: { range: 'bytes=0-3' } })
    expect([reply.status, reply.headers.get('content-range'), api.seen.at(-1)?.headers.range]).toEqual([
      206,
      'bytes 0-3/9',
      'bytes=0-3',
    ])
  })
  it('proxies the development mailbox except on the hosts of production', async () => {
    await edge.fetch('/dev/mail?to=a')
    expect(api.seen.at(-1)?.url).toBe('/dev/mail?to=a')
    const before = api.seen.length
    await edge.fetch('/dev/mail', { host: 'fanfare.example' })
    expect(api.seen.length).toBe(before)
  })
  it.each([
    '/api//profile',
    '//api/profile',
    '/api/%2e%2e/x',
    '/%61pi/profile',
    '/api%2fprofile',
    '/api/users/a%2Fb',
    '/api\\profile',
    '/x/..%2fapi/profile',
  ])('answers %s with 404 without calling the API', async (path) => {
    const before = api.seen.length
    expect((await edge.fetch(path)).status).toBe(404)
    expect(api.seen.length).toBe(before)
  })
})

describe('sockets', () => {
  it('relay text and bytes both ways, and close with the code of the API', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${edge.port}/ws`, {
      headers: { host: 'localhost', cookie: 's=1', 'x-fanfare-address': '6.6.6.6' },
    })
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    expect(api.seen.at(-1)).toMatchObject({
      method: 'WS',
      headers: { cookie: 's=1', 'x-fanfare-address': '127.0.0.1', 'x-fanfare-origin': 'http://localhost' },
    })
    const echo = (data: string | Buffer) =>
      new Promise<Buffer>((resolve) => socket.once('message', (got: Buffer) => resolve(got)) && socket.send(data))
    expect(String(await echo('{"type":"typing"}'))).toBe('{"type":"typing"}')
    expect(await echo(Buffer.from([0, 255, 1]))).toEqual(Buffer.from([0, 255, 1]))
    expect(String(await echo('x'.repeat(60_000)))).toHaveLength(60_000)
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))
    socket.send('close')
    expect(await closed).toBe(4001)
  })
})

describe('an unavailable API', () => {
  it('answers calls with 503 and Retry-After, and still serves pages', async () => {
    await api.close()
    for (const path of ['/api/profile', '/media/x', '/ws']) {
      const reply = await edge.fetch(path, { headers: { 'accept-language': 'fr' } })
      expect([reply.status, reply.headers.get('retry-after'), JSON.parse(reply.text).error]).toEqual([
        503,
        '2',
        'unavailable',
      ])
    }
    expect((await edge.fetch('/about')).status).toBe(200)
  })
})

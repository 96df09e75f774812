import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type ApiDouble, type EdgeUnderTest, startApiDouble, startEdge } from '../support/edge.ts'

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
    if (request.url === '/api/elsewhere') response.writeHead(302, { location: 'https://accounts.example/sign-in' })
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
    EDGE_SECRET: 'a secret of the house',
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
  ])('%s is told that it is wrong here, on every door', async (host) => {
    for (const path of ['/', '/api/profile', '/_i18n/en/messages.json', '/assets/app-1a2b3c.js', '/media/x'])
      expect((await edge.ask(path, { host })).status).toBe(421)
  })
  it.each([
    'localhost',
    '127.0.0.1',
    'fanfare.example',
    'www.fanfare.example',
    'fr.fanfare.example',
    'branch-fanfare.acme.workers.dev',
  ])('%s is at home', async (host) => expect((await edge.ask('/', { host })).status).toBe(200))
})

describe('plain HTTP', () => {
  let secure: EdgeUnderTest
  beforeAll(async () => {
    secure = await startEdge({ API_BASE_URL: api.url, PRODUCTION_DOMAIN: 'fanfare.example', HTTPS_ONLY: 'on' })
  })
  afterAll(() => secure?.stop())
  it('leads to HTTPS on the hosts of production, where it is asked for', async () => {
    const before = api.seen.length
    for (const path of ['/@alice?tab=media', '/api/profile', '//evil.test/', '/_i18n/en/messages.json']) {
      const reply = await secure.ask(path, { host: 'fr.fanfare.example' })
      expect([reply.status, reply.headers.get('location')]).toEqual([308, `https://fr.fanfare.example${path}`])
    }
    expect(api.seen.length).toBe(before)
    expect((await secure.ask('/about', { host: 'localhost' })).status).toBe(200)
    expect((await edge.ask('/about', { host: 'fanfare.example' })).status).toBe(200)
  })
})

describe('what the API and the app are told', () => {
  const lies = {
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

  it('is the truth, whatever the client says', async () => {
    const reply = await edge.ask('/api/profile?a=b%20c', {
      headers: { ...lies, cookie: 's=1', 'accept-language': 'fr' },
    })
    const { headers, url } = api.seen.at(-1) ?? { headers: {}, url: '' }
    expect(url).toBe('/api/profile?a=b%20c')
    expect(headers).toMatchObject({
      cookie: 's=1',
      'x-fanfare-address': '127.0.0.1',
      'x-fanfare-locale': 'fr',
      'x-fanfare-origin': 'http://localhost',
      'x-fanfare-edge': 'a secret of the house',
      'x-request-id': reply.headers.get('x-request-id'),
    })
    for (const [name, lie] of Object.entries(lies)) expect(headers[name as keyof typeof headers]).not.toBe(lie)
  })

  it('is the same for pages', async () => {
    const { text } = await edge.ask('/settings', { headers: lies })
    for (const lie of ['6.6.6.6', 'evil.test', 'guess', 'known', '/admin', 'x-fanfare-anything'])
      expect(text).not.toContain(lie)
  })

  it('names a new request each time', async () => {
    const [first, second] = [await edge.ask('/api/profile'), await edge.ask('/api/profile')]
    expect(first.headers.get('x-request-id')).not.toBe(second.headers.get('x-request-id'))
  })
})

describe('the way through to the API', () => {
  it('relays every cookie', async () => {
    const { headers } = await edge.ask('/api/cookies')
    expect(headers.getSetCookie()).toEqual([
      'a=1; Path=/; HttpOnly',
      'b=2, with comma',
      'c=3; Expires=Wed, 21 Oct 2026 07:28:00 GMT',
    ])
  })
  it('shares cookies among the hosts of production, and keeps them to the host everywhere else', async () => {
    const cookies = async (host: string) => (await edge.ask('/api/shared-cookie', { host })).headers.getSetCookie()
    expect(await cookies('www.fanfare.example')).toEqual([
      'fanfare.session_token=x.y; Max-Age=9; Domain=.fanfare.example; Path=/; HttpOnly',
      'b=2; Path=/; domain=fanfare.example',
    ])
    const hostOnly = ['fanfare.session_token=x.y; Max-Age=9; Path=/; HttpOnly', 'b=2; Path=/']
    expect(await cookies('branch-fanfare.acme.workers.dev')).toEqual(hostOnly)
    expect(await cookies('localhost')).toEqual(hostOnly)
    // The same for what a server function passes on.
    const page = await edge.ask('/shared-cookie', { host: 'branch-fanfare.acme.workers.dev' })
    expect(page.headers.getSetCookie()[0]).toBe('seen=1; Path=/')
  })
  it('leaves redirects to the browser', async () => {
    const reply = await edge.ask('/api/elsewhere')
    expect([reply.status, reply.headers.get('location')]).toEqual([302, 'https://accounts.example/sign-in'])
  })
  it('passes method and body', async () => {
    await edge.ask('/api/chat/messages', {
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
  it('streams', async () => {
    const answer = await fetch(`http://127.0.0.1:${edge.port}/api/slow`)
    const reader = answer.body?.getReader()
    const first = await reader?.read()
    expect(new TextDecoder().decode(first?.value)).toBe('first')
    sendSecond()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('second')
    await reader?.cancel()
  })
  it('keeps ranges of media', async () => {
    const reply = await edge.ask('/media/0199/preview.webp', { headers: { range: 'bytes=0-3' } })
    expect([reply.status, reply.headers.get('content-range'), api.seen.at(-1)?.headers.range]).toEqual([
      206,
      'bytes 0-3/9',
      'bytes=0-3',
    ])
  })
  it('opens the development mailbox everywhere but in production', async () => {
    await edge.ask('/dev/mail?to=a')
    expect(api.seen.at(-1)?.url).toBe('/dev/mail?to=a')
    const before = api.seen.length
    await edge.ask('/dev/mail', { host: 'fanfare.example' })
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
  ])('does not take %s for a call', async (path) => {
    const before = api.seen.length
    expect((await edge.ask(path)).status).toBe(404)
    expect(api.seen.length).toBe(before)
  })
})

describe('sockets', () => {
  it('talk both ways, text and bytes, and end with the code that the API gives', async () => {
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

describe('when the API is away', () => {
  it('calls get an honest 503 and the edge lives', async () => {
    await api.close()
    for (const path of ['/api/profile', '/media/x', '/ws']) {
      const reply = await edge.ask(path, { headers: { 'accept-language': 'fr' } })
      expect([reply.status, reply.headers.get('retry-after'), JSON.parse(reply.text).error]).toEqual([
        503,
        '2',
        'unavailable',
      ])
    }
    expect((await edge.ask('/about')).status).toBe(200)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiDouble, type EdgeUnderTest, edgeSecret, startApiDouble, startEdge } from '../support/edge.ts'

/** The files for search engines, from an API that answers, that fails, and that is gone. */
let api: ApiDouble
let edge: EdgeUnderTest
let isBroken = false
const id = '019aa000-0000-7000-8000-000000000001'
beforeAll(async () => {
  const answers: Record<string, object> = {
    '/api/sitemap': { creators: ['1', 'a'], days: ['2026-03-02', '2026-03-01'] },
    '/api/sitemap/creators/a': { data: [{ username: 'alice' }, { username: 'b.ob' }] },
    '/api/sitemap/posts/2026-03-01': { data: [{ username: 'alice', id, published_at: '2026-03-01T10:00:00.000Z' }] },
  }
  api = await startApiDouble((request, response) => {
    const body = isBroken ? undefined : answers[request.url ?? '']
    response.writeHead(body ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}))
  })
  edge = await startEdge({
    API_BASE_URL: api.url,
    PRODUCTION_DOMAIN: 'fanfare.example',
    PREVIEW_DOMAIN: 'fanfare.acme.workers.dev',
    EDGE_SECRET: edgeSecret,
  })
})
afterAll(async () => {
  await edge?.stop()
  await api?.close()
})

const locations = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc)
const callsTo = (path: string) => api.seen.filter(({ url }) => url === path)

describe('the sitemap', () => {
  it('names its files, on the host that was asked', async () => {
    const reply = await edge.fetch('/sitemap.xml', { host: 'fr.fanfare.example' })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
    const files = ['pages', 'creators-1', 'creators-a', 'posts-2026-03-02', 'posts-2026-03-01']
    expect(locations(reply.text)).toEqual(
      files.map((it) => expect.stringMatching(`//fr.fanfare.example/sitemap-${it}.xml$`)),
    )
  })

  it('lists creators, posts with their day, and open pages, and no personal one', async () => {
    const list = async (path: string) => (await edge.fetch(path)).text
    expect(locations(await list('/sitemap-creators-a.xml'))).toEqual([
      'http://localhost/@alice',
      'http://localhost/@b.ob',
    ])
    expect(await list('/sitemap-posts-2026-03-01.xml')).toContain(
      `<url><loc>http://localhost/@alice/${id}</loc><lastmod>2026-03-01T10:00:00.000Z</lastmod></url>`,
    )
    const robots = (await edge.fetch('/robots.txt')).text
    expect(robots).toContain('Sitemap: http://localhost/sitemap.xml\n')
    const closed = [...robots.matchAll(/^Disallow: (\S+)$/gm)].map(([, path]) => path ?? '')
    const pages = locations(await list('/sitemap-pages.xml')).map((it) => new URL(it ?? '').pathname)
    expect(pages).toEqual(expect.arrayContaining(['/', '/about', '/terms']))
    expect(pages.filter((page) => closed.some((path) => page.startsWith(path)))).toEqual([])
  })

  it('asks the API as a visitor, once for each file and host, and answers 503 where it fails', async () => {
    const path = '/sitemap-creators-a.xml'
    const before = callsTo('/api/sitemap/creators/a').length
    const cookie = 'fanfare.session_token=x'
    const replies = [await edge.fetch(path, { host: '127.0.0.1', headers: { cookie } })]
    isBroken = true
    replies.push(await edge.fetch(path, { host: '127.0.0.1' }))
    expect(replies.map(({ headers }) => headers.get('x-fanfare-cache'))).toEqual(['miss', 'hit'])
    const asked = callsTo('/api/sitemap/creators/a').slice(before)
    expect([asked.length, asked[0]?.headers.cookie]).toEqual([1, undefined])
    const failed = await edge.fetch('/sitemap-creators-1.xml')
    expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '60'])
    isBroken = false
  })

  it.each(['/sitemap-creators-g.xml', '/sitemap-posts-2026.xml', '/sitemap-pages-a.xml', '/sitemap-.xml'])(
    'is not at %s',
    async (path) => {
      const seen = api.seen.length
      expect((await edge.fetch(path)).headers.get('content-type')).not.toContain('xml')
      expect(api.seen.length).toBe(seen)
    },
  )

  it('is not on previews', async () => {
    const reply = await edge.fetch('/sitemap.xml', { host: 'fanfare.acme.workers.dev' })
    expect(reply.headers.get('content-type')).not.toContain('xml')
    expect((await edge.fetch('/robots.txt', { host: 'fanfare.acme.workers.dev' })).text).not.toContain('Sitemap')
  })
})

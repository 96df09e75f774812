import type { Answer } from '../contract/endpoint.ts'
import { sitemap } from '../contract/sitemap.ts'
import { trustPages } from '../contract/trust-pages.ts'
import type { Bindings } from './env.ts'
import { type RequestContext, setEdgeHeaders } from './request-context.ts'

/**
 * `/sitemap.xml` and the files it names: the open pages, the creators in sixteen parts, the public posts of each day.
 * Files are cached for an hour, and for a day where the API cannot be reached. Null where there is no such file; previews
 * have none.
 */
export async function sitemapFile(
  path: string,
  context: RequestContext,
  env: Bindings,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<Response | null> {
  const file = fileAt(path)
  if (file === null || context.host.kind === 'preview') return null
  const key = `https://sitemap.fanfare.internal/${encodeURIComponent(context.origin)}${path}`
  const cached = env.EDGE_CACHE === 'off' ? undefined : await caches.default.match(key)
  const age = cached ? Date.now() - Number(cached.headers.get(atHeader)) : Number.POSITIVE_INFINITY
  if (cached && age < freshMs) return answer(await cached.text(), 'hit')
  const xml = await file(context, env).catch(() => null)
  if (xml === null) return cached ? answer(await cached.text(), 'stale') : unavailable()
  waitUntil(caches.default.put(key, new Response(xml, { headers: cachedHeaders() })))
  return answer(xml, 'miss')
}

type File = (context: RequestContext, env: Bindings) => Promise<string>

function fileAt(path: string): File | null {
  const [found, kind, name = ''] = /^\/sitemap(?:-([a-z]+)(?:-([\da-f-]+))?)?\.xml$/.exec(path) ?? []
  if (found === undefined) return null
  if (kind === undefined) return indexFile
  if (kind === 'pages' && name === '') return pagesFile
  if (kind === 'creators' && /^[\da-f]$/.test(name)) return creatorsFile(name)
  return kind === 'posts' && /^20\d\d-\d\d-\d\d$/.test(name) ? postsFile(name) : null
}

const indexFile: File = async (context, env) => {
  const { creators, days }: Answer<typeof sitemap.index> = await ask(sitemap.index.path, context, env)
  const names = ['pages', ...creators.map((it) => `creators-${it}`), ...days.map((it) => `posts-${it}`)]
  const files = names.map((it) => `<sitemap><loc>${context.origin}/sitemap-${it}.xml</loc></sitemap>`)
  return document('sitemapindex', files)
}

const pagesFile: File = async ({ origin }) =>
  document(
    'urlset',
    ['', 'about', 'search', 'creator', 'signup', ...trustPages].map((it) => address(`${origin}/${it}`)),
  )

const creatorsFile =
  (part: string): File =>
  async (context, env) => {
    const path = sitemap.creators.path.replace('{part}', part)
    const { data }: Answer<typeof sitemap.creators> = await ask(path, context, env)
    return document(
      'urlset',
      data.map((it) => address(`${context.origin}/@${it.username}`)),
    )
  }

const postsFile =
  (day: string): File =>
  async (context, env) => {
    const path = sitemap.posts.path.replace('{day}', day)
    const { data }: Answer<typeof sitemap.posts> = await ask(path, context, env)
    return document(
      'urlset',
      data.map((it) => address(`${context.origin}/@${it.username}/${it.id}`, it.published_at)),
    )
  }

/** The API's answer to a visitor. Throws where it has none. */
async function ask<T>(path: string, context: RequestContext, env: Bindings): Promise<T> {
  const headers = setEdgeHeaders(new Headers({ accept: 'application/json' }), context, env)
  const reply = await fetch(new URL(path, env.API_BASE_URL), { headers, signal: AbortSignal.timeout(10_000) })
  if (!reply.ok) throw new Error(`${path} was answered with ${reply.status}.`)
  return reply.json()
}

/** Usernames, ids and dates need no escaping in XML. */
const address = (url: string, changed?: string): string =>
  `<url><loc>${url}</loc>${changed === undefined ? '' : `<lastmod>${changed}</lastmod>`}</url>`

const document = (root: 'sitemapindex' | 'urlset', lines: string[]): string =>
  ['<?xml version="1.0" encoding="UTF-8"?>', `<${root} xmlns="${namespace}">`, ...lines, `</${root}>`, ''].join('\n')

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const freshMs = 3_600_000
const atHeader = 'x-fanfare-cached-at'
const cachedHeaders = () => ({ 'cache-control': 'public, max-age=86400', [atHeader]: String(Date.now()) })

const answer = (xml: string, status: 'hit' | 'stale' | 'miss'): Response =>
  new Response(xml, {
    headers: {
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      'x-fanfare-cache': status,
    },
  })

const unavailable = (): Response =>
  new Response(null, { status: 503, headers: { 'retry-after': '60', 'cache-control': 'no-store' } })

import { Hono } from 'hono'
import { purgePath } from '../contract/edge.ts'
import { allowedOrigin } from '../contract/hosts.ts'
import { builtFile } from './assets.ts'
import { bounded } from './body.ts'
import { type Bindings, hostsOf } from './env.ts'
import { dressAnswer } from './headers.ts'
import { messagesFile, say } from './messages.ts'
import { offlinePage } from './offline.ts'
import { page, plainPage } from './pages.ts'
import { passSocket, passToApi } from './passthrough.ts'
import { canonicalPath, plainCallPath, writtenPath } from './path.ts'
import { purge } from './purge.ts'
import { robots } from './robots.ts'
import { greet, type Visit } from './request-context.ts'

/** The order of the doors: every request passes them from top to bottom and enters the first that fits. */
const edge = new Hono<{ Bindings: Bindings; Variables: { visit: Visit } }>({ getPath: ({ url }) => writtenPath(url) })

// 1. Strangers: only hosts of the table come in, and to those of production only over HTTPS, where their cookies are.
edge.use(async (c, next) => {
  const visit = greet(c.req.raw, c.env)
  if (visit === null) return strangersHost()
  c.set('visit', visit)
  const isPlain = visit.facts.kind === 'production' && visit.url.protocol === 'http:'
  if (isPlain && c.env.HTTPS_ONLY === 'on')
    return moved(visit, `https://${visit.url.host}${c.req.path}${visit.url.search}`)
  return next()
})

// 2. Calls, sockets, media and the development mailbox belong to the API.
edge.use(async (c, next) => {
  const path = c.req.path
  if (!isCall(path, c.get('visit'))) return next()
  if (!plainCallPath(path)) return refuse(c.get('visit'), 404, 'not_found', 'edge_not_found')
  return path === '/ws' ? passSocket(c.req.raw, c.get('visit'), c.env) : passToApi(c.req.raw, c.get('visit'), c.env)
})

// 3. One spelling for every other path.
edge.use(async (c, next) => {
  const verdict = canonicalPath(c.req.path)
  if (verdict.is === 'canonical') return next()
  const mayMove = verdict.is === 'elsewhere' && (c.req.method === 'GET' || c.req.method === 'HEAD')
  if (!mayMove) return plainPage(404, 'edge_not_found', c.get('visit'), c.env)
  return moved(c.get('visit'), verdict.path + c.get('visit').url.search)
})

// 4. The API's word that a public page changed; it proves itself by signature.
edge.post(purgePath, async (c) => {
  const request = await bounded(c.req.raw)
  return request === null ? tooLarge(c.get('visit')) : purge(request, c.env)
})

// 5. Other sites write nothing here, and nobody writes without end.
edge.use(async (c, next) => {
  if (c.req.method === 'GET' || c.req.method === 'HEAD' || c.req.method === 'OPTIONS') return next()
  const visit = c.get('visit')
  if (!allowedOrigin(c.req.header('origin'), hostsOf(c.env), visit.origin))
    return refuse(visit, 403, 'blocked_origin', 'edge_blocked_origin')
  const request = await bounded(c.req.raw)
  if (request === null) return tooLarge(visit)
  c.req.raw = request
  return next()
})

// 6. Message catalogues and the page for when nothing can be reached, for whoever speaks our languages.
edge.get('/_i18n/:locale/messages.json', async (c) => {
  const file = await messagesFile(c.req.param('locale'), c.req.raw)
  return finish(file ?? new Response(null, { status: 404 }), c.req.raw, c.get('visit'), c.env)
})
edge.get('/_i18n/:locale/offline.html', (c) =>
  finish(offlinePage(c.req.param('locale')) ?? new Response(null, { status: 404 }), c.req.raw, c.get('visit'), c.env),
)
edge.all('/_i18n/*', (c) => finish(new Response(null, { status: 404 }), c.req.raw, c.get('visit'), c.env))

// 7. Built files.
edge.get('/robots.txt', (c) => finish(robots(c.get('visit')), c.req.raw, c.get('visit'), c.env))
edge.use(async (c, next) => {
  const file = await builtFile(c.req.raw, c.req.path, c.env)
  if (file) dressAnswer(file.headers, c.get('visit'))
  return file ?? next()
})

// 8. Everything else is a page.
edge.all('*', async (c) => {
  const answer = await page(c.req.raw, c.get('visit'), c.env, (work) => c.executionCtx.waitUntil(work))
  return compressed(answer, c.req.raw, c.env)
})

edge.onError((error, c) => {
  console.error(error)
  return plainPage(500, 'edge_failure', c.get('visit'), c.env)
})

export default edge

/** Looked at without escapes and doubled slashes, so that no odd spelling slips past to the app. */
function isCall(path: string, visit: Visit): boolean {
  const first = canonicalPath(path)
  const spellings = first.is === 'elsewhere' ? [path, first.path] : [path]
  const doors =
    visit.facts.kind === 'production'
      ? /^\/(?:(?:api|media)(?:\/|$)|ws$)/
      : /^\/(?:(?:api|media|dev\/mail)(?:\/|$)|ws$)/
  return spellings.some((spelling) => doors.test(spelling))
}

/** Says nothing about who we are in a language of the visitor's: nothing is known about an unknown host. */
function strangersHost(): Response {
  const headers = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' }
  return Response.json({ error: 'wrong_host', message: say('en', 'edge_wrong_host') }, { status: 421, headers })
}

function moved(visit: Visit, location: string): Response {
  const answer = new Response(null, { status: 308, headers: { location } })
  dressAnswer(answer.headers, visit)
  return answer
}

const tooLarge = (visit: Visit): Response => refuse(visit, 413, 'too_large', 'refusal_too_large')

type Words = 'edge_not_found' | 'edge_blocked_origin' | 'refusal_too_large'
function refuse(visit: Visit, status: number, error: string, key: Words): Response {
  const answer = Response.json({ error, message: say(visit.locale, key), request_id: visit.id }, { status })
  dressAnswer(answer.headers, visit)
  return answer
}

function finish(answer: Response, request: Request, visit: Visit, env: Bindings): Response {
  dressAnswer(answer.headers, visit)
  return compressed(answer, request, env)
}

/** On bare workerd nothing behind us compresses; the runtime does it when the header is set. */
function compressed(answer: Response, request: Request, env: Bindings): Response {
  if (env.COMPRESS !== 'on' || !wantsGzip.test(request.headers.get('accept-encoding') ?? '')) return answer
  const fits = answer.body !== null && !answer.headers.has('content-encoding')
  if (!fits || !/^(?:text\/|application\/json)/.test(answer.headers.get('content-type') ?? '')) return answer
  answer.headers.set('content-encoding', 'gzip')
  return new Response(answer.body, answer)
}

const wantsGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/

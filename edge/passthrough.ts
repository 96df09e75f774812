import { keepCookiesHere } from './cookies.ts'
import type { Bindings } from './env.ts'
import { dressAnswer } from './headers.ts'
import { say } from './messages.ts'
import { writtenPath } from './path.ts'
import { innerHeaders, type Visit } from './request-context.ts'

/** Hands a call to the API and its answer back: bodies stream, every cookie passes, redirects stay the client's. */
export async function passToApi(request: Request, visit: Visit, env: Bindings): Promise<Response> {
  try {
    const answer = await fetch(forApi(request, visit, env))
    const relayed = new Response(answer.body, answer)
    dressAnswer(relayed.headers, visit)
    keepCookiesHere(relayed.headers, visit)
    return relayed
  } catch {
    return apiIsAway(visit)
  }
}

/** Hands a socket to the API. The answer carries the socket and must be returned as it is. */
export async function passSocket(request: Request, visit: Visit, env: Bindings): Promise<Response> {
  if (request.headers.get('upgrade')?.toLowerCase() !== 'websocket') return passToApi(request, visit, env)
  try {
    return await fetch(forApi(request, visit, env))
  } catch {
    return apiIsAway(visit)
  }
}

function forApi(request: Request, visit: Visit, env: Bindings): Request {
  const target = new URL(writtenPath(request.url) + visit.url.search, env.API_BASE_URL)
  return new Request(new Request(target, request), { headers: innerHeaders(request, visit, env), redirect: 'manual' })
}

function apiIsAway(visit: Visit): Response {
  const body = { error: 'unavailable', message: say(visit.locale, 'edge_unavailable'), request_id: visit.id }
  const answer = Response.json(body, { status: 503, headers: { 'retry-after': '2', 'cache-control': 'no-store' } })
  dressAnswer(answer.headers, visit)
  return answer
}

import { makeCookiesHostOnly } from './cookies.ts'
import type { Bindings } from './env.ts'
import { setCommonHeaders } from './headers.ts'
import { message } from './messages.ts'
import { rawPath } from './path.ts'
import { forwardedHeaders, type RequestContext } from './request-context.ts'

/**
 * Forwards a call to the API, by its own path or by another, and returns its response: bodies stream, cookies pass, the
 * client follows redirects.
 */
export async function forwardToApi(
  request: Request,
  context: RequestContext,
  env: Bindings,
  path = rawPath(request.url) + context.url.search,
): Promise<Response> {
  try {
    const answer = await fetch(apiRequest(request, context, env, path))
    const relayed = new Response(answer.body, answer)
    setCommonHeaders(relayed.headers, context)
    makeCookiesHostOnly(relayed.headers, context)
    return relayed
  } catch {
    return apiUnavailable(context)
  }
}

/** Forwards a socket to the API. The response carries the socket and must be returned unchanged. */
export async function forwardSocket(request: Request, context: RequestContext, env: Bindings): Promise<Response> {
  if (request.headers.get('upgrade')?.toLowerCase() !== 'websocket') return forwardToApi(request, context, env)
  try {
    return await fetch(apiRequest(request, context, env, rawPath(request.url) + context.url.search))
  } catch {
    return apiUnavailable(context)
  }
}

function apiRequest(request: Request, context: RequestContext, env: Bindings, path: string): Request {
  const target = new URL(path, env.API_BASE_URL)
  return new Request(new Request(target, request), {
    headers: forwardedHeaders(request, context, env),
    redirect: 'manual',
  })
}

function apiUnavailable(context: RequestContext): Response {
  const body = { error: 'unavailable', message: message(context.locale, 'edge_unavailable'), request_id: context.id }
  const answer = Response.json(body, { status: 503, headers: { 'retry-after': '2', 'cache-control': 'no-store' } })
  setCommonHeaders(answer.headers, context)
  return answer
}

import { expect, it } from 'vitest'
import { edgeHeaders } from '../contract/edge.ts'
import type { Bindings } from './env.ts'
import { forwardedHeaders, resolveRequestContext } from './request-context.ts'

it('passes the trace of a request on, and none of the headers that only the edge may set', () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const internal = Object.fromEntries(Object.values(edgeHeaders).map((name) => [name, 'of the client']))
  const request = new Request('http://localhost:8787/', { headers: { traceparent, tracestate: 'a=b', ...internal } })
  const env = { API_BASE_URL: 'http://localhost:8788' } as Bindings
  const context = resolveRequestContext(request, env)
  if (context === null) throw new Error('an unknown host')
  const headers = forwardedHeaders(request, context, env)
  expect([headers.get('traceparent'), headers.get('tracestate')]).toEqual([traceparent, 'a=b'])
  expect([...headers.values()]).not.toContain('of the client')
})

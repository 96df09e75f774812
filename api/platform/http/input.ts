import type { Context } from 'hono'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { needJson, parseObject, readBoundedText } from './body.ts'

/** Path, query and JSON body of a request, merged flat; the path wins, so that a body cannot redirect a call. */
export async function readInput(c: Context, endpoint: Endpoint): Promise<Record<string, unknown>> {
  return { ...readQuery(c), ...(hasBody(endpoint) ? await readBody(c.req.raw) : {}), ...c.req.param() }
}

/** Repeated names become arrays. Names such as `__proto__` are ignored. */
export function readQuery(c: Context): Record<string, unknown> {
  const start = c.req.raw.url.indexOf('?')
  if (start === -1) return {}
  const query: Record<string, unknown> = Object.create(null)
  for (const [name, value] of new URLSearchParams(c.req.raw.url.slice(start))) {
    const before = query[name]
    query[name] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value]
  }
  return query
}

const hasBody = (endpoint: Endpoint): boolean => endpoint.method !== 'GET'

/** At most 256 KiB of JSON; an empty body is an empty object. */
async function readBody(request: Request): Promise<Record<string, unknown>> {
  const { headers } = request
  const isEmpty = Number(headers.get('content-length') ?? 0) === 0
  if (isEmpty && (!headers.has('transfer-encoding') || request.body === null)) return {}
  const text = await readBoundedText(request, bodyBytes)
  needJson(request)
  return text === '' ? {} : parseObject(text)
}
const bodyBytes = 256 * 1024

import type { Context } from 'hono'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { refuse } from './refusal.ts'

/** Path, query and JSON body of a request, merged flat; the path wins, so that a body cannot redirect a call. */
export async function readInput(c: Context, endpoint: Endpoint): Promise<Record<string, unknown>> {
  return { ...readQuery(c), ...(hasBody(endpoint) ? await readBody(c.req.raw) : {}), ...c.req.param() }
}

/** Repeated names become arrays. A name that would reach into prototypes is no name of ours. */
function readQuery(c: Context): Record<string, unknown> {
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

/** At most 256 KiB of JSON, measured before and while reading; an empty body is an empty object. */
async function readBody(request: Request): Promise<Record<string, unknown>> {
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > bodyBytes) throw refuse('too_large')
  // `request.body` would make a web stream of what `text` reads at once.
  if (announced === 0 && (!request.headers.has('transfer-encoding') || request.body === null)) return {}
  const type = request.headers.get('content-type') ?? ''
  // Anything but JSON is refused, so that a form of another site cannot pose as a call (safety §16).
  if (!/^application\/json\s*(;|$)/i.test(type)) throw refuse('unsupported_media')
  const text = announced > 0 || request.body === null ? await request.text() : await readBounded(request.body)
  if (text === '') return {}
  return parse(text)
}
const bodyBytes = 256 * 1024

async function readBounded(body: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > bodyBytes) throw refuse('too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refuse('invalid_input', { fields: { body: ['not JSON'] } })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse('invalid_input', { fields: { body: ['not an object'] } })
  }
  return value as Record<string, unknown>
}

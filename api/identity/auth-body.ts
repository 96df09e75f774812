import { refuse } from '../platform/http/refusal.ts'

/**
 * The body of a call to the identity service, at most 64 KiB: JSON, or the form with which Apple comes back. Text that no
 * database can hold (NUL, lone surrogates) is refused here.
 */
export async function readText(
  request: Request,
  isForm: boolean,
): Promise<{ text: string | null; body: Record<string, unknown> }> {
  if (request.method === 'GET' || request.method === 'HEAD') return { text: null, body: {} }
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes) throw refuse('too_large')
  const text = await bounded(request.body)
  if (text === '') return { text: '{}', body: {} }
  const type = request.headers.get('content-type') ?? ''
  if (isForm && /^application\/x-www-form-urlencoded/i.test(type)) return { text, body: {} }
  if (!/^application\/json\s*(;|$)/i.test(type)) throw refuse('unsupported_media')
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw refuse('invalid_input', { fields: { body: ['not JSON'] } })
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw refuse('invalid_input', { fields: { body: ['not an object'] } })
  if (!isReadable(body)) throw refuse('invalid_input', { fields: { body: ['not readable text'] } })
  return { text, body: body as Record<string, unknown> }
}
const mostBytes = 64 * 1024

async function bounded(stream: ReadableStream<Uint8Array> | null): Promise<string> {
  if (stream === null) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.byteLength
    if (size > mostBytes) throw refuse('too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Whether every string within can be stored. */
export function isReadable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\u0000') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, it]) => isReadable(key) && isReadable(it))
}

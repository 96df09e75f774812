import { refuse } from './refusal.ts'

/** The text of a body of at most `mostBytes`; a larger one is refused by its `Content-Length`, or while it is read. */
export async function readBoundedText(request: Request, mostBytes: number): Promise<string> {
  const contentLength = Number(request.headers.get('content-length') ?? 0)
  if (contentLength > mostBytes) throw refuse('too_large')
  // `request.body` would make a web stream of what `text` reads at once.
  if (contentLength > 0) return request.text()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > mostBytes) throw refuse('too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Refuses any type but JSON, so that a form of another site cannot pose as a call (safety §16). */
export function needJson(request: Request): void {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) throw refuse('unsupported_media')
}

/** The JSON object that a text is. */
export function parseObject(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refuse('invalid_input', { fields: { body: ['not JSON'] } })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuse('invalid_input', { fields: { body: ['not an object'] } })
  return value as Record<string, unknown>
}

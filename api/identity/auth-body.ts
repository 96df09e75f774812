import { needJson, parseObject, readBoundedText } from '../platform/http/body.ts'
import { refuse } from '../platform/http/refusal.ts'

/**
 * The body of a better-auth call, at most 64 KiB: JSON, or the form with which Apple returns. Text that no database can
 * store (NUL, lone surrogates) is refused here.
 */
export async function readAuthBody(
  request: Request,
  isForm: boolean,
): Promise<{ text: string | null; body: Record<string, unknown> }> {
  if (request.method === 'GET' || request.method === 'HEAD') return { text: null, body: {} }
  const text = await readBoundedText(request, mostBytes)
  if (text === '') return { text: '{}', body: {} }
  const type = request.headers.get('content-type') ?? ''
  if (isForm && /^application\/x-www-form-urlencoded/i.test(type)) return { text, body: {} }
  needJson(request)
  const body = parseObject(text)
  if (!isReadable(body)) throw refuse('invalid_input', { fields: { body: ['not readable text'] } })
  return { text, body }
}
const mostBytes = 64 * 1024

/** Whether every string within can be stored. */
export function isReadable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\u0000') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, it]) => isReadable(key) && isReadable(it))
}

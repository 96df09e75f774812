import { env } from 'cloudflare:workers'
import { appendResponseHeader, getRequest } from '@tanstack/react-start/server'
import { edgeHeaders } from '../../contract/edge.ts'
import type { Answer, Endpoint, Sent } from '../../contract/endpoint.ts'
import { type RefusalBody, type RefusalCode, type RefusalFacts, refusals } from '../../contract/refusals.ts'
import { writtenAsHeader } from '../../contract/written-as.ts'
import type { Result } from '../lib/refusal.ts'
import { refusalMessages } from '../lib/refusal-messages.ts'

/**
 * Calls the API on behalf of the browser whose request is being answered: its cookies, language, address and
 * request id go along, and every cookie that the API sets goes back. Nothing is thrown; a network that fails
 * or takes longer than 10 s is the refusal `unavailable`.
 */
export async function callApi<E extends Endpoint>(endpoint: E, input: Sent<E>): Promise<Result<Answer<E>>> {
  const call = place(endpoint, input as Record<string, unknown>)
  if (call === null) return refused(404, { error: 'not_found' })
  try {
    const headers = headersOf(endpoint, getRequest().headers, call.body !== null)
    const { answer, body } = await inTime(
      fetch(env.API_BASE_URL.replace(/\/$/, '') + call.path, {
        method: endpoint.method,
        headers,
        body: call.body,
        redirect: 'manual',
      }),
    )
    for (const cookie of answer.headers.getSetCookie()) appendResponseHeader('set-cookie', cookie)
    if (!answer.ok) return refused(answer.status, body)
    return { ok: true, data: body as Answer<E> }
  } catch (error) {
    console.error(JSON.stringify({ at: 'api', path: endpoint.path, error: String(error) }))
    return refused(503, { error: 'unavailable' })
  }
}

/**
 * The answer with its JSON, null where it has none; throws when both have not come in 10 s. A call that is given up
 * ends with the request that made it. (A signal on the call itself costs the edge more than sending the call.)
 */
function inTime(call: Promise<Response>): Promise<{ answer: Response; body: unknown }> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('The API has not answered in time.')), timeoutMs)
    call
      .then(async (answer) => resolve({ answer, body: await answer.json().catch(() => null) }))
      .catch(reject)
      .finally(() => clearTimeout(late))
  })
}

const timeoutMs = 10_000

/** The path with its parameters filled in, and what is left as query or body; null when a parameter is no name. */
function place(endpoint: Endpoint, input: Record<string, unknown>): { path: string; body: string | null } | null {
  const rest = { ...input }
  let isSound = true
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name] ?? '')
    delete rest[name]
    if (value === '' || value === '.' || value === '..') isSound = false
    return encodeURIComponent(value)
  })
  if (!isSound) return null
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') return { path: path + query(rest), body: null }
  return { path, body: JSON.stringify(rest) }
}

/** `?a=1&b=2&b=3`: arrays are repeated, what is null or undefined is left out. */
function query(values: Record<string, unknown>): string {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) pairs.append(name, String(one))
  }
  const text = pairs.toString()
  return text && `?${text}`
}

const forwarded = [
  'cookie',
  'user-agent',
  'x-captcha-response',
  writtenAsHeader,
  // So that the calls for one page are one trace.
  'traceparent',
  'tracestate',
  ...Object.values(edgeHeaders).filter((it) => it !== edgeHeaders.nonce && it !== edgeHeaders.shell),
]

function headersOf(endpoint: Endpoint, from: Headers, hasBody: boolean): Headers {
  const headers = new Headers({ accept: 'application/json' })
  if (hasBody) headers.set('content-type', 'application/json')
  for (const name of forwarded) copy(name, from, headers)
  if (endpoint.money) copy('idempotency-key', from, headers)
  if (endpoint.method !== 'GET') copy('origin', from, headers)
  return headers
}

function copy(name: string, from: Headers, to: Headers) {
  const value = from.get(name)
  if (value !== null) to.set(name, value)
}

/**
 * The refusal with its sentence in the viewer's language. A code that is not the contract's (identity has codes of
 * its own) becomes `reason`, with its message.
 */
function refused(status: number, body: unknown): { ok: false; refusal: RefusalBody & { status: number } } {
  const refusal = (body ?? {}) as Partial<RefusalBody> & { code?: string }
  const code = refusal.error ?? refusal.code?.toLowerCase()
  const isKnown = code !== undefined && code in refusalMessages
  const error = isKnown ? (code as RefusalCode) : codeOf(status)
  const reason = refusal.reason ?? (isKnown ? undefined : code)
  // Why an account is suspended is staff's own words, and shown as they are (spec §5).
  const isWorded = !isKnown || reason === 'account_suspended'
  const message = (isWorded && status < 500 && refusal.message) || refusalMessages[error](refusal)
  return { ok: false, refusal: { ...factsOf(refusal), ...(reason && { reason }), error, message, status } }
}

function factsOf(refusal: RefusalFacts): RefusalFacts {
  const { shortfall, price, needs, flag, shouldLogout, retry_after, usable_from, fields, word } = refusal
  const facts = { shortfall, price, needs, flag, shouldLogout, retry_after, usable_from, fields, word }
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
}

function codeOf(status: number): RefusalCode | 'internal' {
  const byStatus: Record<number, RefusalCode> = { 401: 'unauthorised', 403: 'forbidden', 422: 'invalid_input' }
  const first = Object.entries(refusals).find(([, it]) => it === status)?.[0] as RefusalCode | undefined
  return byStatus[status] ?? first ?? (status > 500 ? 'unavailable' : 'internal')
}

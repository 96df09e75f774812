import type { RefusalBody, RefusalCode, RefusalFacts } from '../../contract/refusals.ts'
import { m } from '../paraglide/messages.js'

/** What a server function answers: the answer of the API, or its refusal with the sentence in the viewer's language. */
export type Result<T> = { ok: true; data: T } | { ok: false; refusal: RefusalBody & { status: number } }

/** A refusal of the API as an error: `message` is a sentence for people, `facts` is what came beside it. */
export class RefusalError extends Error {
  readonly code: RefusalCode | 'internal'
  readonly status: number
  readonly facts: RefusalFacts

  constructor({ error, message, status, request_id: _, ...facts }: RefusalBody & { status: number }) {
    super(message)
    this.name = 'Refusal'
    this.code = error
    this.status = status
    this.facts = facts
  }
}

/** The data of a result; a refusal is thrown. A call that never arrived counts as `unavailable`. */
export async function unwrap<T>(call: Promise<Result<T>>): Promise<T> {
  const result = await call.catch(didNotArrive)
  if (result.ok) return result.data
  throw new RefusalError(result.refusal)
}

/** The sentence for what went wrong, whatever was thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof RefusalError ? error.message : m.refusal_internal()
}

/** The first message about a field, or about this field; null when the server named none (spec §5). */
export function fieldError(error: unknown, field?: string): string | null {
  if (!(error instanceof RefusalError) || !error.facts.fields) return null
  const messages = field ? error.facts.fields[field] : Object.values(error.facts.fields)[0]
  return messages?.[0] ?? null
}

/** Router errors and refusals that a server function throws pass through; the rest is a network that failed. */
function didNotArrive(error: unknown): Result<never> {
  if (!(error instanceof TypeError) && !(error instanceof DOMException)) throw error
  const message = navigator.onLine === false ? m.ui_offline() : m.refusal_unavailable()
  return { ok: false, refusal: { error: 'unavailable', message, status: 503 } }
}

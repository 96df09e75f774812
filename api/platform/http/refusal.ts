import { type RefusalBody, type RefusalCode, type RefusalFacts, refusals } from '../../../contract/refusals.ts'
import en from '../../../messages/en.json' with { type: 'json' }
import fr from '../../../messages/fr.json' with { type: 'json' }

/** A refusal of the contract: thrown anywhere, answered as `{error, message, …facts}` with its status. */
export class RefusalError extends Error {
  readonly code: RefusalCode
  readonly facts: RefusalFacts

  constructor(code: RefusalCode, facts: RefusalFacts = {}) {
    super(code)
    this.code = code
    this.facts = facts
  }
}

/** `throw refuse('not_found')`. */
export const refuse = (code: RefusalCode, facts?: RefusalFacts): RefusalError => new RefusalError(code, facts)

/** The answer to a refusal in the caller's language. */
export function refusalResponse(code: RefusalCode, facts: RefusalFacts, locale: Locale, requestId: string): Response {
  const body: RefusalBody = {
    error: code,
    message: messages[locale][`refusal_${code}`].replace('{word}', facts.word ?? ''),
    ...facts,
    request_id: requestId,
  }
  // A plain object: under overload most answers are refusals, and `Headers` costs more than the rest of one.
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
  }
  if (facts.retry_after !== undefined) headers['retry-after'] = String(facts.retry_after)
  else if (code === 'unavailable' || code === 'rate_limited') headers['retry-after'] = '2'
  return new Response(JSON.stringify(body), { status: refusals[code], headers })
}

/** The answer to a bug: only the request id under which it was logged. */
export function bugResponse(locale: Locale, requestId: string): Response {
  const body: RefusalBody = { error: 'internal', message: messages[locale].refusal_internal, request_id: requestId }
  return Response.json(body, { status: 500, headers: { 'cache-control': 'private, no-store' } })
}

export type Locale = 'en' | 'fr'

/** A code without a sentence in both languages does not compile. */
type Sentences = Record<`refusal_${RefusalCode | 'internal'}`, string>
const messages: Record<Locale, Sentences> = { en, fr }

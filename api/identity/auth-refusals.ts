import { type RefusalCode, refusals } from '../../contract/refusals.ts'
import en from '../../messages/en.json' with { type: 'json' }
import fr from '../../messages/fr.json' with { type: 'json' }
import type { Locale } from '../platform/http/refusal.ts'

/**
 * Turns the errors of better-auth into the contract's refusals: `{error, message, fields?}` beside its own `code`,
 * which is also in `reason`. The status stays. Other answers pass unchanged, never cached.
 */
export async function translateAuthAnswer(answer: Response, locale: Locale, requestId: string): Promise<Response> {
  const headers = new Headers(answer.headers)
  headers.set('cache-control', 'private, no-store')
  if (answer.status < 400) return new Response(answer.body, { status: answer.status, headers })
  const original = (await answer.json().catch(() => null)) as { code?: unknown; message?: unknown } | null
  const code = typeof original?.code === 'string' ? original.code : ''
  const message = typeof original?.message === 'string' ? original.message : ''
  const body = { ...shape(code, message, answer.status, locale), ...(code !== '' && { code }), request_id: requestId }
  headers.set('content-type', 'application/json')
  headers.delete('content-length')
  return new Response(JSON.stringify(body), { status: answer.status, headers })
}

type Shape = { error: string; message: string; reason?: string; fields?: Record<string, string[]> }

function shape(code: string, message: string, status: number, locale: Locale): Shape {
  const name = code.toLowerCase()
  const catalogue = catalogues[locale]
  if (isRefusal(name)) return { error: name, message: catalogue[`refusal_${name}`] }
  const field = fieldOf[code]
  const own = ownSentences[code]
  const sentence = own === undefined ? message : catalogue[own]
  if (field !== undefined)
    return { error: 'invalid_input', message: sentence, reason: name, fields: { [field]: [sentence] } }
  const validation = /^\[body\.(\w+)\]/.exec(message)
  if (validation?.[1] !== undefined) {
    const fieldMessage = catalogue[validation[1] === 'email' ? 'identity_invalid_email' : 'refusal_invalid_input']
    return {
      error: 'invalid_input',
      message: fieldMessage,
      reason: validation[1] === 'email' ? 'invalid_email' : name,
      fields: { [validation[1]]: [fieldMessage] },
    }
  }
  if (code === 'ACCOUNT_SUSPENDED') return { error: 'forbidden', message, reason: 'account_suspended' }
  const error = byStatus[status] ?? (status < 500 ? 'invalid_input' : 'internal')
  return {
    error,
    message: sentence === '' ? catalogue[`refusal_${error}`] : sentence,
    ...(name !== '' && { reason: name }),
  }
}

const isRefusal = (name: string): name is RefusalCode => Object.hasOwn(refusals, name)

const byStatus: Record<number, 'unauthorised' | 'forbidden' | 'not_found' | 'invalid_input'> = {
  401: 'unauthorised',
  403: 'forbidden',
  404: 'not_found',
}

/** The form field that a code is about (spec §5). */
const fieldOf: Record<string, string> = {
  PASSWORD_TOO_SHORT: 'password',
  PASSWORD_TOO_LONG: 'password',
  INVALID_PASSWORD: 'password',
  INVALID_EMAIL: 'email',
  USER_ALREADY_EXISTS: 'email',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email',
  INVALID_CODE: 'code',
  INVALID_BACKUP_CODE: 'code',
}

type Catalogue = typeof en
const ownSentences: Record<string, keyof Catalogue & `identity_${string}`> = {
  INVALID_EMAIL_OR_PASSWORD: 'identity_wrong_credentials',
  PASSWORD_TOO_SHORT: 'identity_password_too_short',
  PASSWORD_TOO_LONG: 'identity_password_too_long',
  INVALID_PASSWORD: 'identity_wrong_password',
  INVALID_EMAIL: 'identity_invalid_email',
  USER_ALREADY_EXISTS: 'identity_email_taken',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'identity_email_taken',
  INVALID_CODE: 'identity_wrong_code',
  INVALID_BACKUP_CODE: 'identity_wrong_code',
}
const catalogues: Record<Locale, Catalogue> = { en, fr: fr as unknown as Catalogue }

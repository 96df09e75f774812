import type { Result } from '../lib/refusal.ts'
import { m } from '../paraglide/messages.js'

/** Says in the viewer's language what the identity service refuses; a reason it does not know is shown as is (spec §5). */
export function translateRefusal<T>(result: Result<T>): Result<T> {
  if (result.ok) return result
  const message = messages[result.refusal.reason?.toLowerCase() ?? '']
  return message ? { ok: false, refusal: { ...result.refusal, message: message() } } : result
}

const messages: Record<string, () => string> = {
  invalid_email_or_password: m.auth_wrong_credentials,
  user_already_exists: m.auth_email_taken,
  user_already_exists_use_another_email: m.auth_email_taken,
  invalid_email: m.auth_invalid_email,
  password_too_short: m.auth_password_too_short,
  password_too_long: m.auth_password_too_long,
  invalid_token: m.refusal_invalid_token,
  token_expired: m.refusal_invalid_token,
}

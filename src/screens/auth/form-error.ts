import { fieldError, RefusalError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'

/**
 * The error message of a sign-in form (spec §5, §8): the first field's message, what was thrown, `validation error`
 * for an invalid form without details, and else the default of this form.
 */
export function formErrorText(error: Error, fallback: string): string {
  if (!(error instanceof RefusalError)) return fallback
  const isUnexplained = error.code === 'invalid_input' && error.facts.reason === undefined
  return fieldError(error) ?? (isUnexplained ? m.auth_validation_error() : error.message || fallback)
}

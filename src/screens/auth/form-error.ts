import { fieldError, RefusalError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'

/**
 * What a form of the door says of a failure (spec §5, §8): the first field's message, what was thrown, `validation error`
 * where something in the form is wrong and nothing says what, and else the default of this form.
 */
export function formErrorText(error: Error, fallback: string): string {
  if (!(error instanceof RefusalError)) return fallback
  const isUnexplained = error.code === 'invalid_input' && error.facts.reason === undefined
  return fieldError(error) ?? (isUnexplained ? m.auth_validation_error() : error.message || fallback)
}

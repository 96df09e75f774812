import { errorMessage, RefusalError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'

/** Why captions were not taken, as far as the server could say. */
export function captionsProblem(error: unknown): string {
  if (!(error instanceof RefusalError) || error.code !== 'unreadable_captions') return errorMessage(error)
  const { line, reason } = error.facts
  if (line !== undefined) return m.captions_bad_line({ line })
  if (reason === 'past_end') return m.captions_past_end()
  if (reason === 'too_long') return m.captions_too_long()
  return reason === 'too_many' ? m.captions_too_many() : error.message
}

import { RefusalError } from '../lib/refusal.ts'
import { m } from '../paraglide/messages.js'

/** The refusal of a write on a page whose account is changing, as the API gives it (product §48). */
export const accountChanges = (): RefusalError =>
  new RefusalError({ error: 'identity_changed', message: m.refusal_identity_changed(), status: 409 })

import { recentAuthMs } from '../../contract/limits.ts'
import { refuse } from '../platform/http/refusal.ts'
import type { Viewer } from '../platform/http/viewer.ts'

/**
 * Throws `fresh_sign_in_required` unless the user has authenticated within the last 15 minutes: by signing in, or by
 * `POST /api/account/prove`. It guards what would be worst in a stolen session.
 */
export function requireRecentAuth(viewer: Viewer): void {
  if (Date.now() - viewer.signedInAt.getTime() > recentAuthMs) throw refuse('fresh_sign_in_required')
}

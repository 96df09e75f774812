import { recentAuthMs } from '../../contract/limits.ts'
import { refuse } from '../platform/http/refusal.ts'
import type { Viewer } from '../platform/http/viewer.ts'

/**
 * Throws `fresh_sign_in_required` unless the person has proved who they are within the last 15 minutes: by signing in, or
 * by `POST /api/account/prove`. For what would be worst in the hands of somebody who finds an open session.
 */
export function requireRecentAuth(viewer: Viewer): void {
  if (Date.now() - viewer.signedInAt.getTime() > recentAuthMs) throw refuse('fresh_sign_in_required')
}

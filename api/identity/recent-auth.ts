import { recentAuthMs } from '../../contract/limits.ts'
import { refuse } from '../platform/http/refusal.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import type { Services } from '../platform/services.ts'

/**
 * Throws `fresh_sign_in_required` unless the user has authenticated within the last 15 minutes: by signing in, or by
 * `POST /api/account/prove`. It guards what would be worst in a stolen session.
 */
export function requireRecentAuth(viewer: Viewer): void {
  if (Date.now() - viewer.signedInAt.getTime() > recentAuthMs) throw refuse('fresh_sign_in_required')
}

/**
 * Guards what staff decide about money and people, and what they open of them (product §26): throws
 * `second_factor_required` unless two-factor authentication is on, and `fresh_sign_in_required` as above. The demo and
 * development have no authenticator app, so only a production asks for the second factor.
 */
export function requireStaffAuth({ env }: Pick<Services, 'env'>, viewer: Viewer): void {
  if (env.production && !viewer.hasSecondFactor) throw refuse('second_factor_required')
  requireRecentAuth(viewer)
}

import { type Locale, refusalResponse } from '../platform/http/refusal.ts'
import type { Services } from '../platform/services.ts'
import { endActingBySignOut } from './acting.ts'
import { readViewer } from './viewer.ts'

/**
 * Account settings are closed while acting (spec §6): better-auth knows only the operator, so everything but signing in
 * or out is refused before it. Answers null for allowed calls. Signing out ends the acting first, for the audit log.
 */
export async function refuseWhileActing(
  ctx: Services,
  request: Request,
  locale: Locale,
  requestId: string,
): Promise<Response | null> {
  const cookie = request.headers.get('cookie')
  const { viewer, ended } = await readViewer(ctx, cookie)
  if (!ended && !viewer?.acting) return null
  const path = new URL(request.url).pathname.replace(/^\/api\/auth/, '')
  if (path === '/sign-out') {
    await endActingBySignOut(ctx, cookie)
    return null
  }
  if (startsNewSession(path)) return null
  if (ended) return refusalResponse('unauthorised', { shouldLogout: true }, locale, requestId)
  return path === '/get-session' ? null : refusalResponse('permission_denied', { flag: 'owner' }, locale, requestId)
}

/** Whether a call of better-auth authenticates from the start and so abandons the acting session. */
export const startsNewSession = (path: string): boolean => open.some((it) => path === it || path.startsWith(`${it}/`))
const open = [
  '/sign-in',
  '/sign-up',
  '/passkey/generate-authenticate-options',
  '/passkey/verify-authentication',
  '/callback',
  '/oauth2',
  '/verify-email',
  '/request-password-reset',
  '/reset-password',
  '/error',
  '/ok',
]

import { createHmac, randomBytes } from 'node:crypto'
import { hostsConfig } from '../../contract/hosts.ts'
import { newId } from '../platform/db/ids.ts'
import type { Env } from '../platform/env.ts'
import { hashToken, sessionCookies } from './viewer.ts'

/**
 * A new id and token for a session: what the database stores, and the Set-Cookie header for the browser. The new id
 * separates sockets of the old identity from later ones.
 */
export function newSessionToken(env: Env, headers: Headers): NewToken {
  const token = randomBytes(24).toString('base64url')
  return {
    id: newId(),
    hash: hashToken(token),
    setCookie: (expiresAt) => sessionSetCookie(env, headers, token, expiresAt),
  }
}

export type NewToken = { id: string; hash: string; setCookie: (expiresAt: Date) => string }

/** The session cookie as better-auth would set it: same name, signature and attributes (`api/identity/auth.ts`). */
function sessionSetCookie(env: Env, headers: Headers, token: string, expiresAt: Date): string {
  const { productionDomain } = hostsConfig(env)
  const signature = createHmac('sha256', env.SECRET).update(token).digest('base64')
  const name = sessionCookies[env.production ? 0 : 1]
  const forgets = /(?:^|;\s*)(?:__Secure-)?fanfare\.dont_remember=/.test(headers.get('cookie') ?? '')
  const seconds = Math.max(0, Math.floor((expiresAt.getTime() - Date.now()) / 1000))
  return [
    `${name}=${encodeURIComponent(`${token}.${signature}`)}`,
    ...(forgets ? [] : [`Max-Age=${seconds}`]),
    ...(productionDomain === null ? [] : [`Domain=.${productionDomain}`]),
    'Path=/',
    'HttpOnly',
    ...(env.production ? ['Secure'] : []),
    'SameSite=Lax',
  ].join('; ')
}

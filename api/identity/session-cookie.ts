import { createHmac } from 'node:crypto'
import type { Secrets } from '../platform/keys.ts'
import { sessionCookies } from './viewer.ts'

/** A Cookie header in which the session that it names is signed by the present secret. */
export function withNewSignature(cookieHeader: string, token: string, { SECRET }: Secrets): string {
  const signature = createHmac('sha256', SECRET).update(token).digest('base64')
  const parts = cookieHeader.split(';').map((part) => {
    const name = part.slice(0, part.indexOf('=')).trim()
    const isSession = (sessionCookies as readonly string[]).includes(name)
    return isSession ? `${name}=${encodeURIComponent(`${token}.${signature}`)}` : part.trim()
  })
  return parts.join('; ')
}

/** The Cookie header that carries a session token, signed as better-auth signs it. */
export function sessionCookie(token: string, secret: string): string {
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  return `${sessionCookies[1]}=${encodeURIComponent(`${token}.${signature}`)}`
}

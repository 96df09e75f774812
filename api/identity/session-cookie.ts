import { createHmac } from 'node:crypto'
import { sessionCookies } from './viewer.ts'

/** The Cookie header that carries a session token, signed as better-auth signs it. */
export function sessionCookie(token: string, secret: string): string {
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  return `${sessionCookies[1]}=${encodeURIComponent(`${token}.${signature}`)}`
}

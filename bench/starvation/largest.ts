import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sessionCookie } from '../../api/identity/session-cookie.ts'
import { hashToken } from '../../api/identity/viewer.ts'
import { newId } from '../../api/platform/db/ids.ts'
import { ask } from '../database.ts'

/** A cookie for each of the creators with the most followers. */
export async function sessionsOfLargest(databaseUrl: string, dataDir: string, count: number): Promise<string[]> {
  const secret = readFileSync(join(dataDir, 'secret'), 'utf8').trim()
  const creators = await ask<{ id: string }>(
    databaseUrl,
    'select id from users where is_creator and deleted_at is null order by followers_count desc limit $1',
    [count],
  )
  const cookies: string[] = []
  for (const { id } of creators) {
    const token = randomBytes(24).toString('base64url')
    await ask(
      databaseUrl,
      `insert into sessions (id, token, user_id, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
      [newId(), hashToken(token), id],
    )
    cookies.push(sessionCookie(token, secret))
  }
  return cookies
}

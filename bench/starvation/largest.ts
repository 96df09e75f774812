import { newId } from '../../api/platform/db/ids.ts'
import { ask } from '../database.ts'
import { newSession, secretOf } from '../scale/people.ts'

/** A cookie for each of the creators with the most followers. */
export async function sessionsOfLargest(databaseUrl: string, dataDir: string, count: number): Promise<string[]> {
  const secret = secretOf(dataDir)
  const creators = await ask<{ id: string }>(
    databaseUrl,
    'select id from users where is_creator and deleted_at is null order by followers_count desc limit $1',
    [count],
  )
  const cookies: string[] = []
  for (const { id } of creators) {
    const { hash, cookie } = newSession(secret)
    await ask(
      databaseUrl,
      `insert into sessions (id, token, user_id, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
      [newId(), hash, id],
    )
    cookies.push(cookie)
  }
  return cookies
}

import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import WebSocket from 'ws'
import { sessionCookie } from '../../api/identity/session-cookie.ts'
import { hashToken } from '../../api/identity/viewer.ts'
import { newId } from '../../api/platform/db/ids.ts'
import { ask } from '../database.ts'

/** Fans who wrote to the star last and are online, so that the filter of these finds some. Answers what closes them. */
export async function openOnline(api: { url: string; databaseUrl: string; dataDir: string }, count: number) {
  const secret = readFileSync(join(api.dataDir, 'secret'), 'utf8').trim()
  const fans = Array.from({ length: count }, () => ({ id: newId(), token: randomBytes(24).toString('base64url') }))
  await ask(
    api.databaseUrl,
    `insert into sessions (id, token, user_id, expires_at)
     select new.id, new.token, m.other_id, now() + interval '1 day'
     from unnest($1::uuid[], $2::text[]) with ordinality new(id, token, n)
     join (select other_id, row_number() over (order by last_message_at desc) as n
       from chat_members where user_id = (select id from users where username = 'star') and as_creator) m on m.n = new.n * 7`,
    [fans.map((it) => it.id), fans.map((it) => hashToken(it.token))],
  )
  const sockets = fans.map(
    ({ token }) =>
      new WebSocket(`${api.url.replace('http', 'ws')}/ws`, { headers: { cookie: sessionCookie(token, secret) } }),
  )
  await Promise.all(
    sockets.map(
      (it) =>
        new Promise<void>((resolve, reject) => {
          it.once('open', () => resolve())
          it.once('error', reject)
        }),
    ),
  )
  return () => {
    for (const it of sockets) it.terminate()
  }
}

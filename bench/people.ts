import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { newId } from '../api/platform/db/ids.ts'
import { sessionCookie } from '../api/identity/session-cookie.ts'
import { hashToken } from '../api/identity/viewer.ts'
import type { Product } from '../tools/dev/product.ts'
import type { Person } from './live.ts'

/** Signs one of the demo cast in. */
export async function signIn(product: Product, email: string): Promise<Person> {
  const answer = await fetch(`${product.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: product.url },
    body: JSON.stringify({ email, password: 'fanfare-demo' }),
  })
  if (!answer.ok) throw new Error(`${email} could not sign in: ${answer.status} ${await answer.text()}`)
  const cookie = answer.headers
    .getSetCookie()
    .map((it) => it.split(';')[0])
    .join('; ')
  const { user } = (await answer.json()) as { user: { id: string } }
  return { id: user.id, cookie }
}

/** Pairs of people with sessions, written straight into the database: the ceremony of signing up is not what is measured. */
export async function makePeople(
  databaseUrl: string,
  dataDir: string,
  pairs: number,
): Promise<{ from: Person; to: Person }[]> {
  const secret = readFileSync(join(dataDir, 'secret'), 'utf8').trim()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const person = async (): Promise<Person> => {
    const [id, token] = [newId(), randomBytes(24).toString('base64url')]
    const name = `bench_${id.slice(-12)}`
    await client.query(
      `insert into users (id, email, email_verified, username, birthdate, referral_code) values ($1, $2, true, $3, '1990-01-01', $3)`,
      [id, `${name}@example.test`, name],
    )
    await client.query(
      `insert into sessions (id, token, user_id, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
      [newId(), hashToken(token), id],
    )
    return { id, cookie: sessionCookie(token, secret) }
  }
  const made: { from: Person; to: Person }[] = []
  for (let at = 0; at < pairs; at++) made.push({ from: await person(), to: await person() })
  await client.end()
  return made
}

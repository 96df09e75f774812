import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { sessionCookie } from '../api/identity/session-cookie.ts'
import { hashToken } from '../api/identity/viewer.ts'
import { newId } from '../api/platform/db/ids.ts'
import { demoPassword } from '../seed/demo-users.ts'
import type { Product } from '../tools/dev/product.ts'

/** A user with a session. */
export type BenchUser = { id: string; cookie: string }
export type Pair = { from: BenchUser; to: BenchUser }

/** Signs a demo user in. */
export async function signIn(product: Product, email: string): Promise<BenchUser> {
  const answer = await fetch(`${product.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: product.url },
    body: JSON.stringify({ email, password: demoPassword }),
  })
  if (!answer.ok) throw new Error(`${email} could not sign in: ${answer.status} ${await answer.text()}`)
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const { user } = (await answer.json()) as { user: { id: string } }
  return { id: user.id, cookie }
}

/** Writes pairs of users with sessions straight into the database, as the steps of signing up are not measured. */
export async function createPairs(databaseUrl: string, dataDir: string, count: number): Promise<Pair[]> {
  const secret = readFileSync(join(dataDir, 'secret'), 'utf8').trim()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const createUser = async (): Promise<BenchUser> => {
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
  const pairs: Pair[] = []
  while (pairs.length < count) pairs.push({ from: await createUser(), to: await createUser() })
  await client.end()
  return pairs
}

/** Lets users sell, and therefore upload. */
export async function makeCreators(databaseUrl: string, users: readonly BenchUser[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('update users set is_creator = true, price_cents = 0 where id = any($1::uuid[])', [
    users.map(({ id }) => id),
  ])
  await client.end()
}

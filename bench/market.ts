import { randomBytes } from 'node:crypto'
import { sessionCookie } from '../api/identity/session-cookie.ts'
import { hashToken } from '../api/identity/viewer.ts'
import { newId } from '../api/platform/db/ids.ts'
import { platformId } from '../api/platform/db/schema/wallet.ts'

export type Fan = { id: string; cookie: string }
export type Market = {
  fans: Fan[]
  creators: string[]
  /** Media of posts that sell one each. */
  media: string[]
  /** Of a post, in coins. */
  price: number
}
type MarketSize = { fans: number; creators: number; posts: number; cents: number; priceCents: number }

/**
 * Writes fans with coins, creators, and posts that sell one media each straight into the database. The coins come from
 * the provider's account, so that the ledger holds before anything is bought.
 */
export async function createMarket(query: Query, secret: string, size: MarketSize): Promise<Market> {
  const fans: Fan[] = []
  for (let count = 0; count < size.fans; count++) fans.push(await createFan(query, secret, size.cents))
  const creators: string[] = []
  for (let count = 0; count < size.creators; count++) creators.push(await createUser(query, true))
  const media = await createPosts(query, creators, size.posts, size.priceCents)
  return { fans, creators, media, price: size.priceCents / 100 }
}

/** Runs a statement on either engine. */
export type Query = (text: string, values: unknown[]) => Promise<unknown>

/** The price of a month in coins, with every creator. */
export const monthPrice = 4.99

async function createUser(query: Query, isCreator: boolean): Promise<string> {
  const id = newId()
  const name = `bench_${id.slice(-12)}`
  await query(
    `insert into users (id, email, email_verified, username, birthdate, referral_code, is_creator, price_cents)
     values ($1, $2, true, $3, '1990-01-01', $3, $4, case when $4 then $5::int end)`,
    [id, `${name}@example.test`, name, isCreator, Math.round(monthPrice * 100)],
  )
  return id
}

async function createFan(query: Query, secret: string, cents: number): Promise<Fan> {
  const fan = await signIn(query, secret, await createUser(query, false))
  await query(
    `with provider as (
       insert into ledger_accounts (id, owner_id, kind, balance_cents) values ($1, $2, 'provider', -$4::bigint)
       on conflict (owner_id, kind, shard) do update set balance_cents = ledger_accounts.balance_cents - $4::bigint returning id, balance_cents
     ), wallet as (
       insert into ledger_accounts (id, owner_id, kind, balance_cents) values ($3, $5, 'wallet', $4) returning id, balance_cents
     ), entry as (
       insert into ledger_entries (id, kind, user_id) values ($6, 'topup', $5) returning id
     )
     insert into ledger_postings (entry_id, account_id, amount_cents, balance_after_cents)
     select $6, id, -$4::bigint, balance_cents from provider union all select $6, id, $4::bigint, balance_cents from wallet`,
    [newId(), platformId, newId(), cents, fan.id, newId()],
  )
  return fan
}

/** Writes a session, without the steps of signing in. */
export async function signIn(query: Query, secret: string, id: string): Promise<Fan> {
  const token = randomBytes(24).toString('base64url')
  await query(`insert into sessions (id, token, user_id, expires_at) values ($1, $2, $3, now() + interval '1 day')`, [
    newId(),
    hashToken(token),
    id,
  ])
  return { id, cookie: sessionCookie(token, secret) }
}

async function createPosts(query: Query, creators: string[], count: number, priceCents: number): Promise<string[]> {
  const media = Array.from({ length: count }, () => newId())
  const posts = media.map(() => newId())
  const owners = media.map((_, index) => creators[index % creators.length])
  await query(
    `insert into media (id, owner_id, type, state) select *, 'IMAGE', 'ready' from unnest($1::uuid[], $2::uuid[])`,
    [media, owners],
  )
  await query(
    `insert into posts (id, author_id, visibility, price_cents, published_at) select *, 'paid', $3::int, now() from unnest($1::uuid[], $2::uuid[])`,
    [posts, owners, priceCents],
  )
  await query(`insert into post_media (post_id, media_id, position) select *, 0 from unnest($1::uuid[], $2::uuid[])`, [
    posts,
    media,
  ])
  return media
}

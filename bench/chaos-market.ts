import type pg from 'pg'
import type { Database } from '../api/platform/db/db.ts'
import type { FanState } from './chaos-state.ts'
import { createMarket, type Fan, type Market, type Query, signIn } from './market.ts'

/** Writes fans with coins, five creators and their paid posts, and closes the database. */
export async function fillDatabase(
  database: Database,
  secret: string,
  fanCount: number,
): Promise<{ market: Market; creators: Fan[] }> {
  const { $client } = database.db as unknown as { $client: pg.Pool }
  const query: Query = (text, values) => $client.query(text, values)
  const size = { fans: fanCount, creators: 5, posts: 300, cents: startCents, priceCents: 700 }
  const market = await createMarket(query, secret, size)
  const creators = await Promise.all(market.creators.map((id) => signIn(query, secret, id)))
  await query(`insert into request_settings (user_id, min_cents) select *, 100 from unnest($1::uuid[])`, [
    market.creators,
  ])
  // Only a follower may write to a creator.
  await query(
    `insert into follows (follower_id, user_id) select f, c from unnest($1::uuid[]) f, unnest($2::uuid[]) c`,
    [market.fans.map((fan) => fan.id), market.creators],
  )
  await database.close()
  return { market, creators }
}

/** What is true of each fan before anything is bought. */
export const startStates = (market: Market): FanState[] =>
  market.fans.map((fan) => ({
    fan,
    coins: startCents,
    owned: new Map(),
    requests: [],
    acknowledged: 0,
    retried: 0,
  }))

const startCents = 200_000

/** Numbers from 0 to 1 (mulberry32), the same for the same seed. */
export function seededRandom(from: number): () => number {
  let state = from >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

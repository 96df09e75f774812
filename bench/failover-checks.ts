import pg from 'pg'
import { checkLedger } from '../api/features/wallet/ledger-check.ts'
import { openPostgres } from '../api/platform/db/db.ts'
import type { LedgerCheck } from '../contract/staff-money.ts'
import type { Acknowledged, FailoverTraffic } from './failover-traffic.ts'
import type { Fan } from './market.ts'
import { urlOf } from './postgres-pair.ts'

/** How many of these writes a server does not have, or has more than once. */
export async function countLost(port: number, acknowledged: readonly Acknowledged[]): Promise<number> {
  const client = new pg.Client({ connectionString: urlOf(port) })
  await client.connect()
  const missing = async (sql: string, ...columns: string[][]) =>
    columns[0]?.length === 0 ? 0 : Number((await client.query(sql, columns)).rows[0].missing)
  try {
    const messages = acknowledged.filter((it) => it.kind === 'message')
    const follows = acknowledged.filter((it) => it.kind === 'follow')
    const keys = acknowledged.flatMap((it) => (it.kind === 'money' && it.key !== null ? [it.key] : []))
    return (
      (await missing(
        `select count(*) filter (where found <> 1) as missing from (
           select (select count(*) from messages m where m.sender_id = s::uuid and m.client_id = c) as found
           from unnest($1::text[], $2::text[]) as asked (s, c)) as it`,
        messages.map(({ pair }) => pair.from.id),
        messages.map(({ clientId }) => clientId),
      )) +
      (await missing(
        `select count(*) as missing from unnest($1::uuid[], $2::uuid[]) as asked (f, c)
         where not exists (select from follows where follower_id = f and user_id = c)`,
        follows.map(({ fanId }) => fanId),
        follows.map(({ creatorId }) => creatorId),
      )) +
      (await missing(
        `select count(*) as missing from unnest($1::text[]) as asked (k)
         where (select count(*) from idempotency_keys where key = k and answer is not null) <> 1`,
        keys,
      ))
    )
  } finally {
    await client.end()
  }
}

/** How many media a server does not name as bought by a fan who was charged for them. */
export async function countMissingPurchases(port: number, traffic: FailoverTraffic): Promise<number> {
  const owned = traffic.fans.flatMap(({ fan, owned }) => [...owned.keys()].map((mediaId) => [fan.id, mediaId] as const))
  const client = new pg.Client({ connectionString: urlOf(port) })
  await client.connect()
  const { rows } = await client
    .query(
      `select count(*) as missing from unnest($1::uuid[], $2::uuid[]) as asked (f, m)
       where not exists (select from entitlements where user_id = f and media_id = m)`,
      [owned.map(([fanId]) => fanId), owned.map(([, mediaId]) => mediaId)],
    )
    .finally(() => client.end())
  return Number(rows[0].missing)
}

export async function ledgerViolations(port: number): Promise<string[]> {
  const database = await openPostgres(urlOf(port), 2, 600_000)
  return checkLedger(database.db).finally(() => database.close())
}

/** Sends a broadcast, which workers of pg-boss deliver, and waits until it is sent; answers after how many ms. */
export async function timeBroadcast(url: string, creator: Fan): Promise<number> {
  const began = Date.now()
  const { id } = await callJson(url, creator, 'POST', '/api/creator/broadcast', {
    audience: 'followers',
    content: 'hi',
  })
  const isSent = async () => (await callJson(url, creator, 'GET', `/api/creator/broadcasts/${id}`)).status === 'sent'
  if (!(await untilTrue(isSent))) throw new Error('the broadcast was not sent')
  return Date.now() - began
}

/** Has a node run its ledger check; answers after how many ms it ended, and throws unless it ended well. */
export async function timeLedgerCheck(url: string, staff: Fan): Promise<number> {
  const began = Date.now()
  await callJson(url, staff, 'POST', '/api/staff/ledger-check', {})
  const isDone = async () => {
    const { last } = (await callJson(url, staff, 'GET', '/api/staff/ledger-check')) as Pick<LedgerCheck, 'last'>
    if (last === null || Date.parse(last.started_at) < began) return false
    if (last.failure !== null || last.violations.length > 0) throw new Error(`ledger check: ${JSON.stringify(last)}`)
    return true
  }
  if (!(await untilTrue(isDone))) throw new Error('the ledger check did not end')
  return Date.now() - began
}

async function callJson(url: string, who: Fan, method: string, path: string, body?: object) {
  const answer = await fetch(url + path, {
    method,
    headers: { cookie: who.cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return JSON.parse(text) as Record<string, unknown>
}

/** Asks until it is so, half a minute at most. */
export async function untilTrue(isSo: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + 30_000; Date.now() < end; ) {
    if (await isSo()) return true
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return false
}

import { createHash } from 'node:crypto'
import type { Endpoint } from '../../../contract/endpoint.ts'
import type { Db, Statement } from '../../db/db.ts'
import type { Call } from '../../http/implement.ts'
import { refuse } from '../../http/refuse.ts'
import type { Services } from '../../http/services.ts'
import { inTurn } from './turns.ts'

/**
 * Runs a call that moves money once per `Idempotency-Key` (PRODUCT 3), in one transaction with what it moves: the same
 * key with the same input gives the first answer again, with another input it is 409 `idempotency_conflict`. Twins that
 * arrive together wait for the first. A refusal moved nothing and is not kept. Without a key the work simply runs.
 * `tell` runs after the commit, and not for a repeated answer. `atomic` work writes in a single statement.
 */
export async function once<T>(
  on: Services,
  call: Pick<Call<Endpoint>, 'me' | 'key'>,
  endpoint: Endpoint,
  input: unknown,
  work: (tx: Db) => Promise<Done<T>>,
  { atomic = false }: { atomic?: boolean } = {},
): Promise<T> {
  const key = call.key === '' ? null : call.key
  // Work that writes in one statement needs no transaction around it, unless a key has to commit with it.
  const within = key === null && atomic ? (it: typeof work) => it(on.db) : on.db.transact
  const attempt = async (tx: Db): Promise<Done<T>> => {
    if (key === null) return work(tx)
    const print = fingerprint(endpoint, input)
    const now = new Date(on.now())
    const before = await claim(tx, call.me.id, key, print, now)
    if (before !== null) return { answer: before as T, tell: () => undefined }
    const result = await work(tx)
    await tx.run(keeping, [call.me.id, key, JSON.stringify(result.answer)])
    return result
  }
  const done = await inTurn(call.me.id, () => within(attempt))
  done.tell()
  return done.answer
}

export type Done<T> = { answer: T; tell: () => void }

/** Takes the key for this transaction; answers what the first call under it was answered, or null when this is it. */
async function claim(tx: Db, userId: string, key: string, print: string, now: Date): Promise<unknown> {
  const taken = await tx.run(claiming, [userId, key, print, now, new Date(now.getTime() - keptMs)])
  if (taken.length > 0) return null
  const [first] = await tx.run<{ fingerprint: string; answer: unknown }>(reading, [userId, key])
  if (first === undefined || first.fingerprint !== print) throw refuse('idempotency_conflict')
  return first.answer
}
const keptMs = 24 * 3_600_000

/** What is the same call: method, path and input, whatever the order of its fields. */
function fingerprint(endpoint: Endpoint, input: unknown): string {
  const sorted = Object.entries(input as Record<string, unknown>)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(`${endpoint.method} ${endpoint.path} ${JSON.stringify(sorted)}`)
    .digest('base64url')
}

/** A key older than a day is free again. A twin that holds the key uncommitted is waited for here. */
const claiming: Statement = {
  name: 'idempotency_claim',
  text: `insert into idempotency_keys (user_id, key, fingerprint, created_at) values ($1, $2, $3, $4)
    on conflict (user_id, key) do update set fingerprint = excluded.fingerprint, answer = null, created_at = excluded.created_at
    where idempotency_keys.created_at < $5
    returning user_id`,
}
const reading: Statement = {
  name: 'idempotency_read',
  text: `select fingerprint, answer from idempotency_keys where user_id = $1 and key = $2`,
}
const keeping: Statement = {
  name: 'idempotency_keep',
  text: `update idempotency_keys set answer = $3::jsonb where user_id = $1 and key = $2`,
}

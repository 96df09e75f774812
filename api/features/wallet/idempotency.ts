import { createHash } from 'node:crypto'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { type Db, violated } from '../../platform/db/db.ts'
import { type Batched, batched } from '../../platform/db/batch.ts'
import type { RowOf } from '../../platform/db/statement.ts'
import type { Call } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { serializeByKey } from '../../platform/serialize-by-key.ts'
import type { Services } from '../../platform/services.ts'
import { claimKey, forgetKeys, keepAnswer, keepNewAnswer, readFirstCall, readFirstCalls } from './statements.ts'

/**
 * Runs a call that moves money once per `Idempotency-Key` (product §3), in one transaction with what it moves: the same
 * key with the same input gives the first answer again, with another input it is 409 `idempotency_conflict`. Twins that
 * arrive together wait for the first. A refusal moved nothing and is not kept. Without a key the work simply runs.
 * `afterCommit` runs after the commit, and not for a repeated answer.
 */
export async function idempotent<T>(
  ctx: Services,
  call: Pick<Call<Endpoint>, 'me' | 'key'>,
  endpoint: Endpoint,
  input: unknown,
  work: (tx: Db) => Promise<Completed<T>>,
): Promise<T> {
  const idempotency = idempotencyRecordOf(ctx, call, endpoint, input)
  const attempt = async (tx: Db): Promise<Completed<T>> => {
    if (idempotency === null) return work(tx)
    const before = await claim(tx, idempotency)
    if (before !== null) return { answer: before as T, afterCommit: () => undefined }
    const result = await work(tx)
    await tx.run(keepAnswer, { ...keyOf(idempotency), answer: result.answer })
    return result
  }
  const done = await oneByOne(call.me.id, () => ctx.db.transact(attempt))
  done.afterCommit()
  return done.answer
}

/**
 * `idempotent` for work that moves money in a single statement, without a transaction around it. That statement writes
 * the record into `idempotency_keys` itself and then answers `kept`; what moved nothing is stored here. A twin whose key
 * was taken meanwhile is refused by the table's own key (`isKeyTaken`) and, asked again, finds the first answer.
 */
export async function idempotentStatement<T>(
  ctx: Services,
  call: Pick<Call<Endpoint>, 'me' | 'key'>,
  endpoint: Endpoint,
  input: unknown,
  work: (idempotency: IdempotencyRecord | null) => Promise<Completed<T> & { kept: boolean }>,
): Promise<T> {
  const idempotency = idempotencyRecordOf(ctx, call, endpoint, input)
  const attempt = async (): Promise<Completed<T>> => {
    if (idempotency === null) return work(null)
    const first = await batched(ctx, firstCalls, idempotency)
    if (first !== null) return { answer: answerTo(idempotency, first) as T, afterCommit: () => undefined }
    const result = await work(idempotency)
    if (!result.kept) await ctx.db.run(keepNewAnswer, { ...rowOf(idempotency), answer: result.answer })
    return result
  }
  const done = await oneByOne(call.me.id, attempt)
  done.afterCommit()
  return done.answer
}

/**
 * The money calls of one person run one after the other in this process. The database would make them wait for each
 * other anyway, at the row of the wallet; here they wait without each holding a connection, so that a storm of one
 * fan's calls leaves the others theirs. What must not happen twice is guarded by the database, also between nodes.
 */
const oneByOne = <T>(userId: string, work: () => Promise<T>): Promise<T> => serializeByKey(`money ${userId}`, work)

/** Whether another call under the same key was there first. */
export const isKeyTaken = (error: unknown): boolean => violated(error) === 'idempotency_keys_user_id_key_pk'

export type Completed<T> = { answer: T; afterCommit: () => void }
/** Under which key an answer is kept, and what was asked. */
export type IdempotencyRecord = { userId: string; key: string; fingerprint: string; now: Date }

function idempotencyRecordOf(
  ctx: Services,
  call: Pick<Call<Endpoint>, 'me' | 'key'>,
  endpoint: Endpoint,
  input: unknown,
): IdempotencyRecord | null {
  if (call.key === null || call.key === '') return null
  return {
    userId: call.me.id,
    key: short(call.key),
    fingerprint: fingerprint(endpoint, input),
    now: new Date(ctx.now()),
  }
}

/** A long key as it fits into an index: two that begin alike are still two. */
const short = (key: string): string => (key.length <= 200 ? key : createHash('sha256').update(key).digest('base64url'))

/** Takes the key for this transaction; answers what the first call under it was answered, or null when this is it. */
async function claim(tx: Db, idempotency: IdempotencyRecord): Promise<unknown> {
  const taken = await tx.run(claimKey, { ...rowOf(idempotency), oldest: oldest(idempotency) })
  if (taken.length > 0) return null
  const [first] = await tx.run(readFirstCall, keyOf(idempotency))
  return answerTo(idempotency, first)
}

function answerTo(idempotency: IdempotencyRecord, first: First | undefined): unknown {
  if (first === undefined || first.fingerprint !== idempotency.fingerprint) throw refuse('idempotency_conflict')
  return first.answer
}

/** The first call under a key, or null; who asks at one moment shares the round trip. One older than a day is forgotten. */
const firstCalls: Batched<IdempotencyRecord, First | null> = {
  run: async (ctx, all) => {
    const calls = all.map((it) => ({ user_id: it.userId, key: it.key, oldest: oldest(it) }))
    const rows = await ctx.db.run(readFirstCalls, { calls })
    const old = calls.filter((_, at) => rows.some((row) => row.is_old && row.n === at + 1))
    if (old.length > 0) await ctx.db.run(forgetKeys, { calls: old })
    const known = new Map(rows.filter((row) => !row.is_old).map((row) => [row.n, row]))
    return all.map((_, at) => known.get(at + 1) ?? null)
  },
}
type First = RowOf<typeof readFirstCall>

const keyOf = (idempotency: IdempotencyRecord) => ({ user: idempotency.userId, key: idempotency.key })
const rowOf = (idempotency: IdempotencyRecord) => ({
  ...keyOf(idempotency),
  fingerprint: idempotency.fingerprint,
  now: idempotency.now,
})
const oldest = (idempotency: IdempotencyRecord): Date => new Date(idempotency.now.getTime() - retentionMs)
const retentionMs = 24 * 3_600_000

/** What is the same call: method, path and input, whatever the order of its fields. */
function fingerprint(endpoint: Endpoint, input: unknown): string {
  const sorted = Object.entries(input as Record<string, unknown>)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(`${endpoint.method} ${endpoint.path} ${JSON.stringify(sorted)}`)
    .digest('base64url')
}

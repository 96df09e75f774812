import { createHash } from 'node:crypto'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { type Batched, batched } from '../../platform/db/batch.ts'
import { type Db, violated } from '../../platform/db/db.ts'
import type { RowOf } from '../../platform/db/statement.ts'
import type { Call } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { serializeByKey } from '../../platform/serialize-by-key.ts'
import type { Services } from '../../platform/services.ts'
import { claimKey, deleteOldKeys, insertAnswer, readFirstCall, readFirstCalls, storeAnswer } from './statements.ts'

/**
 * Runs a call that moves money once per `Idempotency-Key` (product §3), in one transaction with what it moves. The same
 * key with the same input gives the first answer again; with another input it is refused with `idempotency_conflict`.
 * Concurrent calls under one key wait for the first. A refusal moved nothing and is not stored. Without a key the work
 * simply runs. `afterCommit` runs after the commit, and not for a repeated answer.
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
    await tx.run(storeAnswer, { ...keyOf(idempotency), answer: result.answer })
    return result
  }
  const done = await serializeByUser(call.me.id, () => ctx.db.transact(attempt))
  done.afterCommit()
  return done.answer
}

/**
 * `idempotent` for work that moves money in a single statement, without a transaction around it. That statement writes
 * the record into `idempotency_keys` itself and then answers `isAnswerStored`; other answers are stored here. A
 * concurrent call fails on the primary key of the table (`isKeyTaken`) and finds the first answer when it tries again.
 */
export async function idempotentStatement<T>(
  ctx: Services,
  call: Pick<Call<Endpoint>, 'me' | 'key'>,
  endpoint: Endpoint,
  input: unknown,
  work: (idempotency: IdempotencyRecord | null) => Promise<Completed<T> & { isAnswerStored: boolean }>,
): Promise<T> {
  const idempotency = idempotencyRecordOf(ctx, call, endpoint, input)
  const attempt = async (): Promise<Completed<T>> => {
    if (idempotency === null) return work(null)
    const first = await batched(ctx, firstCalls, idempotency)
    if (first !== null) return { answer: answerTo(idempotency, first) as T, afterCommit: () => undefined }
    const result = await work(idempotency)
    if (!result.isAnswerStored) await ctx.db.run(insertAnswer, { ...rowOf(idempotency), answer: result.answer })
    return result
  }
  const done = await serializeByUser(call.me.id, attempt)
  done.afterCommit()
  return done.answer
}

/**
 * The money calls of one user run one after the other in this process. They would wait for each other at the row of the
 * wallet anyway; here they wait without a connection each, so one fan's calls cannot use up the pool. Correctness does
 * not depend on this: the database prevents double charges, also between nodes.
 */
const serializeByUser = <T>(userId: string, work: () => Promise<T>): Promise<T> =>
  serializeByKey(`money ${userId}`, work)

/** Whether another call under the same key was there first. */
export const isKeyTaken = (error: unknown): boolean => violated(error) === 'idempotency_keys_user_id_key_pk'

export type Completed<T> = { answer: T; afterCommit: () => void }
/** The key under which an answer is stored, and the fingerprint of the call. */
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
    key: shortKey(call.key),
    fingerprint: fingerprint(endpoint, input),
    now: new Date(ctx.now()),
  }
}

/** Hashes a key that is too long for the index. */
const shortKey = (key: string): string =>
  key.length <= 200 ? key : createHash('sha256').update(key).digest('base64url')

/** Claims the key for this transaction; answers null, or the answer of an earlier call under it. */
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

/** The first call under a key, or null. Concurrent calls share one statement; records older than a day are deleted. */
const firstCalls: Batched<IdempotencyRecord, First | null> = {
  run: async (ctx, all) => {
    const calls = all.map((it) => ({ user_id: it.userId, key: it.key, oldest: oldest(it) }))
    const rows = await ctx.db.run(readFirstCalls, { calls })
    const old = calls.filter((_, at) => rows.some((row) => row.is_old && row.n === at + 1))
    if (old.length > 0) await ctx.db.run(deleteOldKeys, { calls: old })
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

/** Equal for calls with the same method, path and input, in any order of its fields. */
function fingerprint(endpoint: Endpoint, input: unknown): string {
  const sorted = Object.entries(input as Record<string, unknown>)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(`${endpoint.method} ${endpoint.path} ${JSON.stringify(sorted)}`)
    .digest('base64url')
}

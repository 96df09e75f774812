import { createHash } from 'node:crypto'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { type Db, violated } from '../../platform/db/db.ts'
import { togetherOf } from '../../platform/db/batch.ts'
import type { RowOf } from '../../platform/db/statement.ts'
import type { Call } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { inTurn } from './serialize.ts'
import { claimKey, forgetKeys, keepAnswer, keepNewAnswer, readFirstCall, readFirstCalls } from './statements.ts'

/**
 * Runs a call that moves money once per `Idempotency-Key` (PRODUCT 3), in one transaction with what it moves: the same
 * key with the same input gives the first answer again, with another input it is 409 `idempotency_conflict`. Twins that
 * arrive together wait for the first. A refusal moved nothing and is not kept. Without a key the work simply runs.
 * `tell` runs after the commit, and not for a repeated answer.
 */
export async function once<T>(
  on: Services,
  call: Pick<Call<Endpoint>, 'me' | 'key'>,
  endpoint: Endpoint,
  input: unknown,
  work: (tx: Db) => Promise<Done<T>>,
): Promise<T> {
  const keep = keepOf(on, call, endpoint, input)
  const attempt = async (tx: Db): Promise<Done<T>> => {
    if (keep === null) return work(tx)
    const before = await claim(tx, keep)
    if (before !== null) return { answer: before as T, tell: () => undefined }
    const result = await work(tx)
    await tx.run(keepAnswer, { ...keyOf(keep), answer: result.answer })
    return result
  }
  const done = await inTurn(call.me.id, () => on.db.transact(attempt))
  done.tell()
  return done.answer
}

/**
 * `once` for work that moves money in a single statement, without a transaction around it. That statement writes what
 * `keep` says into `idempotency_keys` itself and then answers `kept`; what moved nothing is kept here. A twin whose key
 * was taken meanwhile is refused by the table's own key (`isTaken`) and, asked again, finds the first answer.
 */
export async function onceInOne<T>(
  on: Services,
  call: Pick<Call<Endpoint>, 'me' | 'key'>,
  endpoint: Endpoint,
  input: unknown,
  work: (keep: Keep | null) => Promise<Done<T> & { kept: boolean }>,
): Promise<T> {
  const keep = keepOf(on, call, endpoint, input)
  const attempt = async (): Promise<Done<T>> => {
    if (keep === null) return work(null)
    const first = await firstOf(on)(keep)
    if (first !== null) return { answer: answerTo(keep, first) as T, tell: () => undefined }
    const result = await work(keep)
    if (!result.kept) await on.db.run(keepNewAnswer, { ...rowOf(keep), answer: result.answer })
    return result
  }
  const done = await inTurn(call.me.id, attempt)
  done.tell()
  return done.answer
}

/** Whether another call under the same key was there first. */
export const isTaken = (error: unknown): boolean => violated(error) === 'idempotency_keys_user_id_key_pk'

export type Done<T> = { answer: T; tell: () => void }
/** Under which key an answer is kept, and what was asked. */
export type Keep = { userId: string; key: string; print: string; now: Date }

function keepOf(
  on: Services,
  call: Pick<Call<Endpoint>, 'me' | 'key'>,
  endpoint: Endpoint,
  input: unknown,
): Keep | null {
  if (call.key === null || call.key === '') return null
  return { userId: call.me.id, key: short(call.key), print: fingerprint(endpoint, input), now: new Date(on.now()) }
}

/** A long key as it fits into an index: two that begin alike are still two. */
const short = (key: string): string => (key.length <= 200 ? key : createHash('sha256').update(key).digest('base64url'))

/** Takes the key for this transaction; answers what the first call under it was answered, or null when this is it. */
async function claim(tx: Db, keep: Keep): Promise<unknown> {
  const taken = await tx.run(claimKey, { ...rowOf(keep), oldest: oldest(keep) })
  if (taken.length > 0) return null
  const [first] = await tx.run(readFirstCall, keyOf(keep))
  return answerTo(keep, first)
}

function answerTo(keep: Keep, first: First | undefined): unknown {
  if (first === undefined || first.fingerprint !== keep.print) throw refuse('idempotency_conflict')
  return first.answer
}

/** The first call under a key, or null; who asks at one moment shares the round trip. One older than a day is forgotten. */
const firstOf = togetherOf<Services, Keep, First | null>((on) => ({
  run: async (all) => {
    const calls = all.map((it) => ({ user_id: it.userId, key: it.key, oldest: oldest(it) }))
    const rows = await on.db.run(readFirstCalls, { calls })
    const old = calls.filter((_, at) => rows.some((row) => row.is_old && row.n === at + 1))
    if (old.length > 0) await on.db.run(forgetKeys, { calls: old })
    const known = new Map(rows.filter((row) => !row.is_old).map((row) => [row.n, row]))
    return all.map((_, at) => known.get(at + 1) ?? null)
  },
}))
type First = RowOf<typeof readFirstCall>

const keyOf = (keep: Keep) => ({ user: keep.userId, key: keep.key })
const rowOf = (keep: Keep) => ({ ...keyOf(keep), fingerprint: keep.print, now: keep.now })
const oldest = (keep: Keep): Date => new Date(keep.now.getTime() - keptMs)
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

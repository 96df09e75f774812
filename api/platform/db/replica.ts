import { log, reasonOf } from '../log.ts'
import { type Db, isUnreachable, openReplicaPool } from './db.ts'
import { lagMs, positionOf, type Sample } from './lag.ts'
import { isLateRead } from './late.ts'
import { readOnlyState, sqlState } from './sql-state.ts'
import { orNull, statement, text } from './statement.ts'

/** So old may the answer of a call be that says it may be late (`Endpoint.mayBeLate`). */
const mostLagMs = 5_000
const everyMs = 1_000

/**
 * Lets calls that may be late read from a standby (`DATABASE_READ_URL`), so that the primary has less to do. Each second
 * the two are compared; where the standby is away, or older than five seconds, or no standby, the primary answers.
 */
export async function openReplica(primary: Db, url: string, poolSize: number): Promise<{ close: () => Promise<void> }> {
  const { db: standby, close } = openReplicaPool(url, poolSize, primary)
  let lag = Number.POSITIVE_INFINITY
  const samples: Sample[] = []
  const look = async () => {
    const before = lag
    lag = await measure(primary, standby, samples).catch((error: unknown) => {
      if (before <= mostLagMs) log.warn('the read replica does not answer', { error: reasonOf(error) })
      return Number.POSITIVE_INFINITY
    })
    if (before <= mostLagMs !== lag <= mostLagMs)
      log.info(lag <= mostLagMs ? 'the read replica answers late reads' : 'the primary answers late reads')
  }
  let looking = look()
  const watch = setInterval(() => {
    looking = looking.then(look)
  }, everyMs).unref()
  await looking
  besideReplica(primary, standby, () => lag <= mostLagMs)
  return {
    close: async () => {
      clearInterval(watch)
      await looking
      await close()
    },
  }
}

/** Asks both how far they are. The primary is asked first, so that the standby is never taken for newer than it is. */
async function measure(primary: Db, standby: Db, samples: Sample[]): Promise<number> {
  const at = Date.now()
  const [written] = await primary.run(primaryPosition, {})
  if (written !== undefined) samples.push({ at, position: positionOf(written.position) })
  if (samples.length > (2 * mostLagMs) / everyMs) samples.shift()
  const [replayed] = await standby.run(standbyPosition, {})
  // A server that is no standby may be a former primary, cut off and old.
  if (!replayed?.position) return Number.POSITIVE_INFINITY
  return lagMs(samples, positionOf(replayed.position), Date.now())
}

const primaryPosition = statement(
  'replica_primary',
  {},
  { position: text },
  () => `select pg_current_wal_lsn()::text as position where not pg_is_in_recovery()`,
)
const standbyPosition = statement(
  'replica_standby',
  {},
  { position: orNull(text) },
  () => `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position`,
)

/** @public The database whose late reads a standby answers while it `isFresh`; what it cannot answer the primary does. */
export function besideReplica(primary: Db, standby: Pick<Db, 'run' | 'reading'>, isFresh: () => boolean): Db {
  const { run, reading } = primary
  const late = async <T>(onStandby: () => Promise<T>, onPrimary: () => Promise<T>): Promise<T> => {
    if (!isLateRead() || !isFresh()) return onPrimary()
    try {
      return await onStandby()
    } catch (error) {
      if (!isItsOwn(error)) throw error
      return onPrimary()
    }
  }
  return Object.assign(primary, {
    run: ((asked, values) =>
      late(
        () => standby.run(asked, values),
        () => run(asked, values),
      )) as Db['run'],
    reading: ((work) =>
      late(
        () => standby.reading(work),
        () => reading(work),
      )) as Db['reading'],
  })
}

/** Whether an error is the standby's own: it is away, takes no write, or replays the end of rows that were being read. */
const isItsOwn = (error: unknown): boolean =>
  isUnreachable(error) || [conflictWithRecovery, readOnlyState].includes(sqlState(error) ?? '')
const conflictWithRecovery = '40001'

import { bigint, orNull, statement, text, timestamptz, uuid } from '../../platform/db/statement.ts'

/** Closes the runs that died with their process. */
export const closeDeadRuns = statement(
  'backup_close_dead',
  { now: timestamptz, seenBefore: timestamptz },
  {},
  ({ now, seenBefore }) => `
    update backup_checks set finished_at = ${now}, failure = 'interrupted'
    where finished_at is null and seen_at < ${seenBefore}`,
)

/** No row while another run is under way. */
export const insertRun = statement(
  'backup_begin',
  { id: uuid, name: text, now: timestamptz },
  { id: uuid },
  ({ id, name, now }) => `
    insert into backup_checks (id, name, started_at, seen_at) values (${id}, ${name}, ${now}, ${now})
    on conflict do nothing returning id`,
)

/** A sign of life; no row once another node has closed the run. */
export const touchRun = statement(
  'backup_live',
  { id: uuid, now: timestamptz },
  { id: uuid },
  ({ id, now }) => `update backup_checks set seen_at = ${now} where id = ${id} and finished_at is null returning id`,
)

export const finishRun = statement(
  'backup_finish',
  { id: uuid, now: timestamptz, rows: orNull(bigint), objects: orNull(bigint), failure: orNull(text) },
  {},
  ({ id, now, rows, objects, failure }) => `
    update backup_checks set finished_at = ${now}, rows = ${rows}, objects = ${objects}, failure = ${failure}
    where id = ${id} and finished_at is null`,
)

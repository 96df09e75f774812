import { bigint, bool, int, orNull, statement, text, timestamptz, uuid, uuids } from '../../platform/db/statement.ts'

/** Uploads of one creator begin one at a time, so that concurrent calls cannot pass the limit together. */
export const lockOwner = statement(
  'uploads_lock_owner',
  { owner: uuid },
  { id: uuid },
  ({ owner }) => `select id from users where id = ${owner} for no key update`,
)

/** No row where the owner has `most` unfinished uploads that are not stale, or more than `mostBytes` with this one. */
export const insertUpload = statement(
  'uploads_insert',
  {
    id: uuid,
    owner: uuid,
    name: orNull(text),
    size: bigint,
    now: timestamptz,
    most: int,
    mostBytes: bigint,
    stale: timestamptz,
  },
  { id: uuid },
  ({ id, owner, name, size, now, most, mostBytes, stale }) => `
    insert into uploads (id, owner_id, name, size, created_at)
    select ${id}, ${owner}, ${name}, ${size}, ${now}
    where (select count(*) < ${most} and coalesce(sum(size), 0) + ${size} <= ${mostBytes} from uploads
      where owner_id = ${owner} and finished_at is null and created_at > ${stale})
    returning id`,
)

export const readProcessing = statement(
  'uploads_processing',
  { stale: timestamptz },
  { id: uuid, is_stale: bool },
  ({ stale }) => `
    select id, created_at < ${stale} as is_stale from media where state = 'processing' order by created_at limit 1000`,
)

export const readProcessed = statement(
  'uploads_processed',
  { ids: uuids },
  { id: uuid },
  ({ ids }) => `select id from media where id = any(${ids}) and state <> 'processing'`,
)

export const deleteStaleUploads = statement(
  'uploads_delete_stale',
  { stale: timestamptz },
  { id: uuid },
  ({ stale }) => `delete from uploads where finished_at is null and created_at < ${stale} returning id`,
)

/** Failed media stay in the vault for a day, to show the reason. */
export const deleteFailedMedia = statement(
  'uploads_delete_failed',
  { stale: timestamptz, now: timestamptz },
  {},
  ({ stale, now }) =>
    `update media set deleted_at = ${now} where state = 'failed' and deleted_at is null and created_at < ${stale}`,
)

/** Deleted media that no fan owns and whose bytes are still in the store. */
export const readPurgeable = statement(
  'uploads_purgeable',
  { before: timestamptz, limit: int },
  { id: uuid },
  ({ before, limit }) => `
    select d.id from media d where d.deleted_at < ${before} and d.purged_at is null
      and not exists (select 1 from entitlements e where e.media_id = d.id) limit ${limit}`,
)

export const markPurged = statement(
  'uploads_mark_purged',
  { id: uuid, now: timestamptz },
  {},
  ({ id, now }) => `update media set purged_at = ${now}, description = null where id = ${id}`,
)

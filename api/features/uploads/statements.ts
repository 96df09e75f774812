import { beforeId } from '../../platform/db/keyset.ts'
import { isForVault, notDeleted } from '../../platform/db/rules.ts'
import { bigint, bool, int, orNull, statement, text, timestamptz, uuid } from '../../platform/db/statement.ts'

/** No row where the owner has `most` unfinished uploads that are not stale, or more than `mostBytes` with this one. */
export const insertUpload = statement(
  'uploads_insert',
  {
    id: uuid,
    owner: uuid,
    name: orNull(text),
    size: bigint,
    contentHash: orNull(text),
    onlyFor: orNull(uuid),
    now: timestamptz,
    most: int,
    mostBytes: bigint,
    stale: timestamptz,
  },
  { id: uuid },
  ({ id, owner, name, size, contentHash, onlyFor, now, most, mostBytes, stale }) => `
    insert into uploads (id, owner_id, name, size, content_hash, only_for, created_at)
    select ${id}, ${owner}, ${name}, ${size}, ${contentHash}, ${onlyFor}, ${now}
    where (select count(*) < ${most} and coalesce(sum(size), 0) + ${size} <= ${mostBytes} from uploads
      where owner_id = ${owner} and finished_at is null and created_at > ${stale})
    returning id`,
)

export const readUpload = statement(
  'uploads_read',
  { id: uuid },
  { size: bigint, name: orNull(text), is_finished: bool },
  ({ id }) => `select size, name, finished_at is not null as is_finished from uploads where id = ${id}`,
)

/** Gives the lock of an upload to a request, or notes that one waits for it. No row where there is no such upload. */
export const takeLock = statement(
  'uploads_take_lock',
  { id: uuid, holder: uuid, seconds: int },
  { is_mine: bool },
  ({ id, holder, seconds }) => {
    const free = '(u.locked_until is null or u.locked_until < now())'
    return `
    update uploads u set locked_by = case when ${free} then ${holder} else u.locked_by end,
      locked_until = case when ${free} then now() + make_interval(secs => ${seconds}) else u.locked_until end,
      is_lock_wanted = not ${free}
    where u.id = ${id} returning u.locked_by = ${holder} as is_mine`
  },
)

/** No row where the lock is another's by now. */
export const renewLock = statement(
  'uploads_renew_lock',
  { id: uuid, holder: uuid, seconds: int },
  { is_wanted: bool },
  ({ id, holder, seconds }) => `
    update uploads set locked_until = now() + make_interval(secs => ${seconds})
    where id = ${id} and locked_by = ${holder} returning is_lock_wanted as is_wanted`,
)

export const releaseLock = statement(
  'uploads_release_lock',
  { id: uuid, holder: uuid },
  {},
  ({ id, holder }) => `
    update uploads set locked_by = null, locked_until = null where id = ${id} and locked_by = ${holder}`,
)

/** No row where `position` is not the end of an unfinished upload, or another request was faster. */
export const insertPart = statement(
  'uploads_insert_part',
  { id: uuid, position: bigint, bytes: bigint, name: text },
  { position: bigint },
  ({ id, position, bytes, name }) => `
    insert into upload_parts (upload_id, position, bytes, name)
    select ${id}, ${position}, ${bytes}, ${name}
    where exists (select 1 from uploads u where u.id = ${id} and u.finished_at is null)
      and ${position} = coalesce(
        (select p.position + p.bytes from upload_parts p where p.upload_id = ${id} order by p.position desc limit 1), 0)
    on conflict do nothing returning position`,
)

/** The content hash that the bytes shall have, as the client says; null where it says none. */
export const readExpectedHash = statement(
  'uploads_expected_hash',
  { id: uuid },
  { content_hash: orNull(text) },
  ({ id }) => `select content_hash from uploads where id = ${id}`,
)

export const readParts = statement(
  'uploads_parts',
  { id: uuid },
  { position: bigint, bytes: bigint, name: text },
  ({ id }) => `select position, bytes, name from upload_parts where upload_id = ${id} order by position`,
)

export const deleteParts = statement(
  'uploads_delete_parts',
  { id: uuid },
  {},
  ({ id }) => `delete from upload_parts where upload_id = ${id}`,
)

/** Uploads of which parts are stored that nothing needs any more. */
export const readDoneParts = statement(
  'uploads_done_parts',
  {},
  { id: uuid },
  () => `
    select distinct p.upload_id as id from upload_parts p
    where not exists (select 1 from uploads u where u.id = p.upload_id and u.finished_at is null)
      and not exists (select 1 from media m where m.id = p.upload_id and m.state = 'processing' and m.deleted_at is null)`,
)

/** Media whose processing has not ended within a day. */
export const readStuck = statement(
  'uploads_stuck',
  { stale: timestamptz },
  { id: uuid },
  ({ stale }) => `
    select id from media where state = 'processing' and deleted_at is null and created_at < ${stale}
    order by created_at limit 1000`,
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

/** A fan's media that has not gone along with a message is deleted for good. */
export const deleteUnsent = statement(
  'uploads_delete_unsent',
  { id: uuid, now: timestamptz },
  {},
  ({ id, now }) => `
    update media m set deleted_at = ${now}, erased_at = ${now}
    where m.id = ${id} and ${notDeleted('m')} and not (${isForVault('m')})
      and not exists (select 1 from message_media a where a.media_id = m.id)`,
)

/**
 * Deleted media that no fan owns and whose bytes are still in the store. The trash keeps them until `trash_since`, except
 * for those that cannot be restored: erased or failed. Of a closed account it keeps them too, until the account is erased,
 * because its owner may come back. Without `is not null` the planner takes a third of all media to be deleted.
 */
export const readPurgeable = statement(
  'uploads_purgeable',
  { before: timestamptz, trash_since: timestamptz, limit: int },
  { id: uuid },
  ({ before, trash_since, limit }) => `
    select d.id from media d where d.deleted_at is not null and d.deleted_at < ${before} and d.purged_at is null
      and (d.deleted_at <= ${trash_since} or d.erased_at is not null or d.state <> 'ready')
      and not exists (select 1 from entitlements e where e.media_id = d.id) limit ${limit}`,
)

/** As the index `media_untraceable` has it: films with a size from before there were two copies. */
const isUntraceable = `m.type = 'VIDEO' and m.state = 'ready' and m.purged_at is null
  and m.renditions @? '$.sizes[*] ? (!exists(@.isMarked))'`

/** The newest film that is older than the one `before` it and has no two copies of a size. */
export const readUntraceable = statement(
  'films_untraceable',
  { before: orNull(uuid) },
  { id: uuid },
  ({ before }) => `
    select m.id from media m where ${isUntraceable} and ${beforeId('m.id', before)} order by m.id desc limit 1`,
)

export const countUntraceable = statement(
  'films_untraceable_count',
  {},
  { films: int },
  () => `select count(*)::int as films from media m where ${isUntraceable}`,
)

/** The owner has the room again. */
export const markPurged = statement(
  'uploads_mark_purged',
  { id: uuid, now: timestamptz },
  {},
  ({ id, now }) => `
    with forgotten as (delete from media_fingerprints where media_id = ${id}), purged as (
      update media set purged_at = ${now}, description = null, content_hash = null, replaced = null
      where id = ${id} and purged_at is null returning owner_id, bytes)
    update vault_usage kept set bytes = kept.bytes - purged.bytes from purged where kept.owner_id = purged.owner_id`,
)

import { isForVault } from '../../platform/db/rules.ts'
import { bigint, orNull, statement, text, timestamptz, uuid } from '../../platform/db/statement.ts'

/** What a person keeps, with the unfinished uploads that are not stale. */
export const readUsage = statement(
  'uploads_usage',
  { owner: uuid, stale: timestamptz },
  { used: bigint },
  ({ owner, stale }) => `
    select coalesce((select bytes from vault_usage where owner_id = ${owner}), 0)
      + coalesce((select sum(size) from uploads
          where owner_id = ${owner} and finished_at is null and created_at > ${stale}), 0)::bigint as used`,
)

/** Owners of which the kept sum is not that of their rows. */
export const readWrongUsage = statement(
  'uploads_wrong_usage',
  {},
  { owner: uuid },
  () => `
    select coalesce(kept.owner_id, summed.owner_id) as owner
    from (select owner_id, sum(bytes)::bigint as bytes from media where purged_at is null group by owner_id) summed
    full join vault_usage kept on kept.owner_id = summed.owner_id
    where coalesce(kept.bytes, 0) <> coalesce(summed.bytes, 0)`,
  { scans: { media: 'Every night all sums are compared with their rows.' } },
)

/** What changes the sum of this owner waits until the transaction ends. */
export const lockUsage = statement(
  'uploads_lock_usage',
  { owner: uuid },
  {},
  ({ owner }) => `
    insert into vault_usage as kept (owner_id, bytes) values (${owner}, 0)
    on conflict (owner_id) do update set bytes = kept.bytes`,
)

export const sumUsage = statement(
  'uploads_sum_usage',
  { owner: uuid },
  {},
  ({ owner }) => `
    update vault_usage set bytes =
      (select coalesce(sum(m.bytes), 0) from media m where m.owner_id = ${owner} and m.purged_at is null)
    where owner_id = ${owner}`,
)

/** The oldest media of this owner, and of no one else, that was made of the same file. */
export const readDuplicate = statement(
  'uploads_duplicate',
  { owner: uuid, hash: text },
  { id: uuid, name: orNull(text), created_at: timestamptz },
  ({ owner, hash }) => `
    select m.id, m.name, m.created_at from media m
    where m.owner_id = ${owner} and m.content_hash = ${hash} and m.deleted_at is null and m.state = 'ready'
      and ${isForVault('m')}
    order by m.created_at, m.id limit 1`,
)

/** The day in UTC on which a row came to be. */
export const dayOf = (row: string): string => `(${row}.created_at at time zone 'UTC')::date`

/** The entries that a creator earns by, or loses by. */
export const earningKinds = `('subscription', 'renewal', 'unlock', 'post', 'tip', 'gift', 'request', 'refund', 'chargeback')`
/** Each sale that a won dispute repeated, with the sales before it. */
export const repeatedSales = `repeated as (
  select redone_by as id, entry_id as first from undone_sales where redone_by is not null
  union select r.id, u.entry_id from repeated r join undone_sales u on u.redone_by = r.first
)`
/** Whether `r` is the first sale that entry `e`, or the one it reverses, repeats. */
export const isRepeated = (r: string, e: string): string => `${r}.id = coalesce(${e}.reverses, ${e}.id)
  and not exists (select 1 from undone_sales u where u.redone_by = ${r}.first)`

import { oneOf, orNull, statement, text, timestamptz, uuid } from '../../platform/db/statement.ts'

const methodKind = oneOf('iban', 'paypal')

export const methodsOfUser = statement(
  'payout_methods',
  { user: uuid },
  { id: uuid, kind: methodKind, label: text, holder: text, created_at: timestamptz },
  ({ user }) => `
    select id, kind, label, holder, created_at from payout_methods where user_id = ${user} and removed_at is null
    order by created_at desc`,
)
/** The method of this id, or the newest that was added until then, or the oldest that was added later. */
export const methodForPayout = statement(
  'payout_method_of',
  { user: uuid, id: orNull(uuid), addedBefore: timestamptz },
  { id: uuid, created_at: timestamptz },
  ({ user, id, addedBefore }) => `
    select id, created_at from payout_methods
    where user_id = ${user} and removed_at is null and (${id} is null or id = ${id})
    order by case when created_at <= ${addedBefore} then created_at end desc nulls last, created_at limit 1`,
)
export const insertMethod = statement(
  'payout_add_method',
  { id: uuid, user: uuid, kind: methodKind, label: text, holder: text, sealed: text, now: timestamptz },
  {},
  (p) => `
    insert into payout_methods (id, user_id, kind, label, holder, sealed, created_at)
    values (${p.id}, ${p.user}, ${p.kind}, ${p.label}, ${p.holder}, ${p.sealed}, ${p.now})`,
)
export const deleteMethod = statement(
  'payout_remove_method',
  { id: uuid, user: uuid, now: timestamptz },
  { id: uuid },
  ({ id, user, now }) => `
    update payout_methods set removed_at = ${now}
    where id = ${id} and user_id = ${user} and removed_at is null returning id`,
)

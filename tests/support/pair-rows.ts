import { int, statement, text, uuid } from '../../api/platform/db/statement.ts'

export const setReferrer = statement(
  'test_set_referrer',
  { id: uuid, referrer: uuid },
  {},
  ({ id, referrer }) => `update users set referred_by = ${referrer} where id = ${id}`,
)

export const readBalance = statement(
  'test_ledger_balance_of',
  { owner: uuid, kind: text },
  { cents: int },
  ({ owner, kind }) =>
    `select coalesce(sum(balance_cents), 0)::int as cents from ledger_accounts where owner_id = ${owner} and kind = ${kind}`,
)

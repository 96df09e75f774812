import type { Transaction } from '../../../contract/wallet.ts'
import { beforeRow } from '../../platform/db/keyset.ts'
import { platformId } from '../../platform/db/schema/wallet.ts'
import {
  bigint,
  bool,
  cursorValue,
  int,
  orNull,
  type RowOf,
  statement,
  text,
  textOf,
  timestamptz,
  uuid,
} from '../../platform/db/statement.ts'

const transactionKind = textOf<Transaction['kind']>()

const historyParameters = {
  owner: uuid,
  beforeAt: orNull(cursorValue(timestamptz)),
  beforeId: orNull(cursorValue(uuid)),
  limit: int,
}
const historyTypes = {
  id: uuid,
  kind: transactionKind,
  amount_cents: bigint,
  balance_after_cents: bigint,
  object_kind: orNull(text),
  object_id: orNull(uuid),
  reason: orNull(text),
  created_at: timestamptz,
  at: text,
  other_id: orNull(uuid),
  other_username: orNull(text),
}
const historyColumns = `e.id, e.kind, p.amount_cents, p.balance_after_cents, e.object_kind, e.object_id, e.reason, p.created_at,
      p.created_at::text as at, o.id as other_id, o.username as other_username`
const walletOf = (owner: string) =>
  `(select a.id from ledger_accounts a where a.owner_id = ${owner} and a.kind = 'wallet' and a.shard = 0)`

/** The postings of a wallet, newest first. Only entries of its owner move a wallet, so the other side is theirs. */
export const walletHistory = statement(
  'wallet_history',
  historyParameters,
  historyTypes,
  ({ owner, beforeAt, beforeId, limit }) => `
    select ${historyColumns}
    from (
      select * from ledger_postings p
      where p.account_id = ${walletOf(owner)}
        and ${beforeRow('p.created_at', 'p.entry_id', beforeAt, beforeId)}
      order by p.created_at desc, p.entry_id desc limit ${limit}
    ) p
    join ledger_entries e on e.id = p.entry_id
    left join users o on o.id = e.counterparty_id
    order by p.created_at desc, p.entry_id desc`,
)
/** The same of one kind, by the entries, of which there may be few among many. */
export const walletHistoryOfKind = statement(
  'wallet_history_of_kind',
  { ...historyParameters, kind: transactionKind },
  historyTypes,
  ({ owner, kind, beforeAt, beforeId, limit }) => `
    select ${historyColumns}
    from ledger_entries e
    join ledger_postings p on p.entry_id = e.id and p.account_id = ${walletOf(owner)}
    left join users o on o.id = e.counterparty_id
    where e.user_id = ${owner} and e.kind = ${kind}
      and ${beforeRow('e.created_at', 'e.id', beforeAt, beforeId)}
    order by e.created_at desc, e.id desc limit ${limit}`,
)
export type TransactionRow = RowOf<typeof walletHistory>

export const entryPostings = statement(
  'wallet_entry_postings',
  { entry: uuid },
  {
    kind: text,
    reason: orNull(text),
    reverses: orNull(uuid),
    created_at: timestamptz,
    account: text,
    owner_id: uuid,
    is_platform: bool,
    amount_cents: bigint,
    balance_after_cents: bigint,
  },
  ({ entry }) => `
    select e.kind, e.reason, e.reverses, e.created_at, a.kind as account, a.owner_id,
      a.owner_id = '${platformId}' as is_platform, p.amount_cents, p.balance_after_cents
    from ledger_entries e join ledger_postings p on p.entry_id = e.id join ledger_accounts a on a.id = p.account_id
    where e.id = ${entry} order by p.amount_cents, a.kind`,
)

/** An entry as the owner of the wallet reads it; no row where it did not move their wallet. */
export const receiptOfEntry = statement(
  'wallet_receipt',
  { entry: uuid, owner: uuid },
  {
    id: uuid,
    kind: text,
    reason: orNull(text),
    created_at: timestamptz,
    amount_cents: bigint,
    balance_after_cents: bigint,
    username: orNull(text),
    email: text,
    other: orNull(text),
  },
  ({ entry, owner }) => `
    select e.id, e.kind, e.reason, e.created_at, p.amount_cents, p.balance_after_cents, u.username, u.email, o.username as other
    from ledger_entries e
    join ledger_postings p on p.entry_id = e.id
    join ledger_accounts a on a.id = p.account_id and a.owner_id = ${owner} and a.kind = 'wallet'
    join users u on u.id = ${owner}
    left join users o on o.id = e.counterparty_id
    where e.id = ${entry}`,
)
export type ReceiptRow = RowOf<typeof receiptOfEntry>

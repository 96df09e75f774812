import { noId } from '../../platform/db/ids.ts'
import { cursorValue, date, int, jsonb, statement, text, uuid } from '../../platform/db/statement.ts'
import { personalData, type Role } from './personal-data.ts'

export const exportPageSize = 500

const types = { uuid, text, date, number: cursorValue(int) }
const firstKeys = { uuid: noId, text: '', date: '0001-01-01', number: '0' }
const row = jsonb<Record<string, unknown>>()

/** One page of a file of the export: the rows after `after`, in the order of their key, without the secrets of others. */
function pageOf(table: string, role: Role) {
  const { by, key, keyType = 'uuid', columns = '', other, where } = role
  const named = columns.split(' ').map((column) => `t.${column}`)
  if (other !== undefined) named.push(`o.username as ${other.replace(/_id$/, '')}`)
  return statement(
    `account_export_${role.file}`,
    { user: uuid, after: types[keyType] },
    { key: text, row },
    ({ user, after }) => `
    select page_key::text as key, to_jsonb(it) - 'page_key' as row from (
      select t.${key} as page_key, ${named.join(', ')}
      from ${table} t ${other === undefined ? '' : `left join users o on o.id = t.${other}`}
      where t.${by} = ${user} and t.${key} > ${after} ${where === undefined ? '' : `and t.${where}`}
      order by t.${key} limit ${exportPageSize}) it
    order by page_key`,
  )
}

/** The files of the export: of every role in `personal-data.ts` that names one. */
export const exportFiles = personalData.flatMap(({ table, roles }) =>
  roles.flatMap((role) =>
    role.file === undefined
      ? []
      : [{ name: role.file, page: pageOf(table, role), firstKey: firstKeys[role.keyType ?? 'uuid'] }],
  ),
)
export type ExportFile = (typeof exportFiles)[number]

export const ledgerAccountsOf = statement(
  'account_export_ledger_accounts',
  { user: uuid },
  { id: uuid },
  ({ user }) => `select id from ledger_accounts where owner_id = ${user} order by id`,
)

/** A page of `coins.json`: the postings of one account of the ledger, oldest first. */
export const coinsPage = statement(
  'account_export_coins',
  { account: uuid, afterAt: text, afterId: uuid },
  { at: text, id: uuid, row },
  ({ account, afterAt, afterId }) => `
    select at::text as at, id, to_jsonb(it) - 'at' - 'id' as row from (
      select p.created_at as at, p.entry_id as id, e.kind, a.kind as account, p.amount_cents, p.balance_after_cents,
        e.object_kind, e.object_id, e.reason, e.created_at
      from ledger_postings p
      join ledger_entries e on e.id = p.entry_id
      join ledger_accounts a on a.id = p.account_id
      where p.account_id = ${account} and (p.created_at, p.entry_id) > (${afterAt}::timestamptz, ${afterId})
      order by p.created_at, p.entry_id limit ${exportPageSize}) it
    order by it.at, it.id`,
)

/** The media whose bytes are exported. */
export const mediaPage = statement(
  'account_export_media_bytes',
  { user: uuid, after: uuid },
  { id: uuid, type: text },
  ({ user, after }) => `
    select id, type from media
    where owner_id = ${user} and id > ${after} and deleted_at is null and state = 'ready' order by id limit ${exportPageSize}`,
)

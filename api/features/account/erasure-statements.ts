import { int, orNull, statement, text, timestamptz, uuid } from '../../platform/db/statement.ts'
import { personalData, type Role } from './personal-data.ts'

/** Rows changed by one statement, so that each is a short transaction at any size of an account. */
export const batchSize = 1000

/** The last key of a batch. */
const lastOfPage = '(select (array_agg(page_key order by page_key desc))[1] from page)'

/** The steps of an erasure, in their order: each is repeated until a batch is not full. `users` comes last. */
export const erasureSteps: readonly Step[] = personalData.flatMap(({ table, roles }) =>
  roles.flatMap((role): Step[] => {
    if (role.erase === 'keep') return []
    if (role.erase === 'delete') return [{ table, deletion: deleteBatch(table, role) }]
    return [{ table, blanking: blankBatch(table, role, role.erase) }]
  }),
)
export type Step = { table: string } & (
  | { deletion: ReturnType<typeof deleteBatch> }
  | { blanking: ReturnType<typeof blankBatch> }
)

/*
 * A batch is a range of keys and not a join with its page: on how many rows a person has of a table the planner only
 * knows the average, by which it compared each row of a page with all of them.
 */
function deleteBatch(table: string, { by, key, recount }: Role) {
  return statement(
    `erase_${table}_${by}`,
    { user: uuid },
    { done: int },
    ({ user }) => `
    with page as (
      select ${key} as page_key from ${table} where ${by} = ${user} order by ${key} limit ${batchSize}
    ), gone as (
      delete from ${table} where ${by} = ${user} and ${key} <= ${lastOfPage}
      returning ${recount ? `${recount.of} as parent_id` : '1'}
    )${recount ? recounted(recount, 'select parent_id from gone') : ''}
    select count(*)::int as done from gone`,
  )
}

/** The rows after `after`, in the order of their key: a row that is erased already is only written again. */
function blankBatch(table: string, { by, key, recount }: Role, erase: Exclude<Role['erase'], string>) {
  const values = Object.entries(erase).map(([column, value]) => `${column} = ${value}`)
  return statement(
    `erase_${table}_${by}`,
    { user: uuid, after: uuid },
    { done: int, last: orNull(uuid) },
    ({ user, after }) => `
    with page as (
      select ${key} as page_key${recount ? `, ${recount.of} as parent_id, ${recount.if ?? 'true'} as counts` : ''}
      from ${table} where ${by} = ${user} and ${key} > ${after} order by ${key} limit ${batchSize}
    ), changed as (
      update ${table} set ${values.join(', ')} where ${by} = ${user} and ${key} > ${after} and ${key} <= ${lastOfPage}
    )${recount ? recounted(recount, 'select parent_id from page where counts') : ''}
    select count(*)::int as done, ${lastOfPage} as last from page`,
  )
}

/** Lowers the counts of the rows that the column `parent_id` of `rows` names, by how often it names each. */
function recounted({ table, column }: NonNullable<Role['recount']>, rows: string): string {
  return `, recounted as (
      update ${table} set ${column} = greatest(0, ${column} - counts.n)
      from (select parent_id as id, count(*)::int as n from (${rows}) c group by parent_id) counts
      where ${table}.id = counts.id
    )`
}

/**
 * The accounts to erase now; one with a payout under way is erased once that has ended. Few have a time at all, which the
 * planner only knows when it is asked: without that it walks through everyone.
 */
export const dueErasures = statement(
  'erasures_due',
  { now: timestamptz, after: uuid },
  { id: uuid, email: text },
  ({ now, after }) => `
    select u.id, u.email from users u
    where u.purge_at is not null and u.purge_at <= ${now} and u.id > ${after} and not exists (
      select 1 from payouts p where p.user_id = u.id and p.status in ('requested', 'approved', 'processing'))
    order by u.id limit 50`,
)

export const deleteMailsTo = statement(
  'erase_mails',
  { email: text },
  { done: int },
  ({ email }) => `
    with gone as (
      delete from mails where id in (
        select id from mails where recipient = ${email} order by id limit ${batchSize}) returning 1
    ) select count(*)::int as done from gone`,
)

export const forgetReporterAddress = statement(
  'erase_report_address',
  { email: text },
  {},
  ({ email }) => `update reports set email = null where email = ${email}`,
)

/** Reserves the present username, which no one else may take until `until`; it leads nowhere (product §24). */
export const reserveUsername = statement(
  'erase_reserve_username',
  { user: uuid, until: timestamptz },
  {},
  ({ user, until }) => `
    insert into former_usernames (username, user_id, until)
    select username, id, ${until} from users where id = ${user} and username is not null
    on conflict (username) do update set user_id = excluded.user_id, until = excluded.until`,
)

import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { requestDeletion } from '../../api/features/account/deletion.ts'
import { purgeDeleted } from '../../api/features/account/erasure.ts'
import { readViewer } from '../../api/identity/viewer.ts'
import { sqlState } from '../../api/platform/db/sql-state.ts'
import { statement, text } from '../../api/platform/db/statement.ts'
import { agencies } from '../../contract/agencies.ts'
import { deletionGraceDays } from '../../contract/limits.ts'
import { actAs, makeAgency } from '../support/agency.ts'
import { testApi } from '../support/test-api.ts'

const api = testApi()

/** The append-only tables, each with a column that the test tries to change. */
const tables = [
  ['agency_audit_entries', 'action'],
  ['staff_audit_entries', 'action'],
  ['ledger_entries', 'kind'],
  ['ledger_postings', 'balance_after_cents'],
] as const

describe('append-only tables', () => {
  it.each(tables)('the database rejects updating, deleting and truncating %s', async (table, column) => {
    for (const statement of [
      `update ${table} set ${column} = ${column}`,
      `delete from ${table}`,
      `truncate ${table}`,
      `with gone as (delete from ${table} returning 1) select count(*) from gone`,
    ]) {
      const refused = await api.db.execute(sql.raw(statement)).then(
        () => 'done',
        (error: unknown) => sqlState(error),
      )
      expect(refused, statement).toBe('23001')
    }
  })

  it('include every table that the schema calls append-only', async () => {
    const found = await api.db.run(appendOnlyTables, {})
    expect(found.map((it) => it.name)).toEqual(tables.map(([table]) => table).toSorted())
  })

  it('keep the entries of a deleted operator without their name', async () => {
    const { operator, creator, owner, agencyId } = await makeAgency(api)
    await actAs(api, operator, creator)
    const { viewer } = await readViewer(api.ctx, operator.cookie)
    if (viewer === null) throw new Error('the operator is signed out')
    await requestDeletion(api.ctx, viewer, operator.username)
    api.turnClock(deletionGraceDays * 86_400_000 + 1_000)
    await purgeDeleted(api.ctx)
    for (const log of [
      (await api.call(creator, agencies.myActivity, {})).data,
      (await api.call(owner, agencies.activity, { id: agencyId })).data,
    ]) {
      const line = log.data.find((it) => it.action === 'acting.start')
      expect(line?.actor).toMatchObject({ id: operator.id, username: null, display_name: null, avatar: null })
      expect(line?.subject.id).toBe(creator.id)
    }
  })

  it('keep the entries of the agency when the creator’s account is deleted', async () => {
    const { operator, creator, owner, agencyId } = await makeAgency(api)
    await actAs(api, operator, creator)
    const { viewer } = await readViewer(api.ctx, creator.cookie)
    if (viewer === null) throw new Error('the creator is signed out')
    await requestDeletion(api.ctx, viewer, creator.username)
    api.turnClock(deletionGraceDays * 86_400_000 + 1_000)
    await purgeDeleted(api.ctx)
    const { data } = (await api.call(owner, agencies.activity, { id: agencyId })).data
    expect(data.find((it) => it.action === 'acting.start')?.subject).toMatchObject({ id: creator.id, username: null })
  })
})

const appendOnlyTables = statement(
  'test_append_only',
  {},
  { name: text },
  () => `
    select c.relname::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgname = c.relname || '_append_only' and t.tgenabled = 'O' order by 1`,
)

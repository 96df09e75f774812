import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account } from '../../../contract/account.ts'
import { deletionGraceDays, usernameQuarantineDays } from '../../../contract/limits.ts'
import { users as usersContract } from '../../../contract/users.ts'
import { makeMarkedPerson } from '../../../tests/support/marked-person.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { messages, savedReplies } from '../../platform/db/schema/chat.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { payouts } from '../../platform/db/schema/payouts.ts'
import { posts } from '../../platform/db/schema/posts.ts'
import { creatorVerifications } from '../../platform/db/schema/staff.ts'
import { forgetExpired } from '../../platform/retention.ts'
import { purgeDeleted } from './erasure.ts'
import { type PersonTable, personalData, reasons } from './personal-data.ts'

/** Erasure by the table of personal data, and the table itself (safety §P11). */
const api = testApi()
const dayMs = 86_400_000

type Column = { table: string; column: string; isText: boolean }
async function columnsOfDatabase(): Promise<Column[]> {
  const { rows } = await api.db.execute<Column>(sql`
    select table_name as table, column_name as column,
      data_type in ('text', 'jsonb', 'json', 'bytea', 'ARRAY', 'character varying') and udt_name <> '_uuid' as "isText"
    from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position`)
  return rows
}

const blanked = ({ roles }: PersonTable) =>
  roles.flatMap((role) => (typeof role.erase === 'object' ? Object.keys(role.erase) : []))
const isRetained = (table: PersonTable, column: string) =>
  !blanked(table).includes(column) &&
  table.keep !== undefined &&
  (table.keep.columns === '*' || table.keep.columns.split(' ').includes(column))
const isErased = (table: PersonTable, column: string) =>
  blanked(table).includes(column) || (table.roles.length > 0 && table.roles.every((role) => role.erase === 'delete'))
const known = new Map(personalData.map((it) => [it.table, it]))

test('decides on every column of the database, once, and on no other', async () => {
  const columns = await columnsOfDatabase()
  const problems = columns.flatMap(({ table, column }) => {
    const row = known.get(table)
    if (row === undefined) return [`${table} is not in personal-data.ts`]
    if (isRetained(row, column) === isErased(row, column)) return [`${table}.${column} is neither kept nor erased`]
    return []
  })
  expect(problems).toEqual([])
  const names = new Set(columns.map(({ table, column }) => `${table}.${column}`))
  const listed = personalData.flatMap((it) =>
    [
      ...(it.keep?.columns ?? '*').split(' ').filter((column) => column !== '*'),
      ...blanked(it),
      ...it.roles.flatMap((role) => [role.by, role.key, ...(role.columns?.split(' ') ?? []), role.other ?? role.by]),
    ].map((column) => `${it.table}.${column}`),
  )
  expect(listed.filter((name) => !names.has(name))).toEqual([])
  expect(new Set(personalData.map((it) => it.table)).size).toBe(personalData.length)
  const given = new Set(personalData.flatMap((it) => it.keep?.why ?? []))
  expect([...given].sort()).toEqual(Object.keys(reasons).sort())
})

async function markedColumns(marker: string): Promise<string[]> {
  const found: string[] = []
  for (const { table, column, isText } of await columnsOfDatabase()) {
    if (!isText) continue
    const { rows } = await api.db.execute(
      sql.raw(`select 1 from ${table} where ${column}::text ilike '%${marker}%' limit 1`),
    )
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found
}

/** The files of the storage and of uploads that contain the marker. */
function markedFiles(marker: string): string[] {
  const dir = api.ctx.env.DATA_DIR
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((it) => it.isFile())
  return files.map((it) => join(it.parentPath, it.name)).filter((file) => readFileSync(file).includes(marker))
}

/** Columns of erased tables that hold no words of the person: kinds and states. */
const enumerations = new Set([
  ...[
    'type',
    'status',
    'kind',
    'role',
    'locale',
    'digest',
    'setting',
    'frequency',
    'chat_access_policy',
    'document_kind',
    'reaction',
    'category',
    'trigger',
    'decision',
    'field',
  ],
  ...['object_id', 'deleted_at'],
])

test('erases every text that a person wrote or that names them, but for what is marked as kept', async () => {
  const marker = 'm4rkedperson'
  const other = await api.makeUser()
  const me = await makeMarkedPerson(api, other, marker)
  const [verification] = await api.db.select().from(creatorVerifications).where(eq(creatorVerifications.userId, me.id))
  for (const id of [verification?.documentImageId, verification?.selfieImageId])
    await api.ctx.storage.put(`${id}/full`, Buffer.from(marker), 'image/jpeg')

  const before = new Set(await markedColumns(marker))
  const missing = (await columnsOfDatabase()).filter(({ table, column, isText }) => {
    const row = known.get(table)
    return isText && row && isErased(row, column) && !enumerations.has(column) && !before.has(`${table}.${column}`)
  })
  expect(
    missing.map((it) => `${it.table}.${it.column}`),
    'texts that the test does not mark',
  ).toEqual([])
  expect(markedFiles(marker)).toHaveLength(2)

  expect((await api.call(me, account.requestDeletion, { username: marker })).status).toBe(200)
  api.turnClock((deletionGraceDays + 0.1) * dayMs)
  await purgeDeleted(api.ctx)

  const left = await markedColumns(marker)
  const isAllowed = (name: string) => {
    const [table = '', column = ''] = name.split('.')
    const row = known.get(table)
    return row !== undefined && isRetained(row, column)
  }
  expect(left.filter((name) => !isAllowed(name))).toEqual([])
  expect(left, 'the name is reserved, and payments stay').toEqual([
    'former_usernames.username',
    'payouts.reason',
    'topups.provider_ref',
    'topups.payment_ref',
  ])
  expect(markedFiles(marker)).toEqual([])
  expect((await api.db.select().from(users).where(eq(users.id, other.id)))[0]?.followersCount).toBe(0)
  const [theirs] = await api.db.select().from(posts).where(eq(posts.authorId, other.id))
  expect(theirs).toMatchObject({ text: 'theirs', likesCount: 1, commentsCount: 1 })
  const received = await api.db.select().from(messages).where(eq(messages.senderId, other.id))
  expect(received).toMatchObject([{ content: 'theirs', deletedAt: null }])

  // The name is no one else's for 90 days more, and leads nowhere.
  const take = async () => api.call(await api.makeUser(), account.changeUsername, { username: marker })
  expect((await api.call(null, usersContract.get, { username: marker })).status).toBe(404)
  expect((await take()).refusal.error).toBe('username_taken')
  api.turnClock((usernameQuarantineDays - 1) * dayMs)
  await forgetExpired(api.ctx)
  expect((await take()).refusal.error).toBe('username_taken')
  api.turnClock(2 * dayMs)
  await forgetExpired(api.ctx)
  expect((await take()).status).toBe(200)
  expect((await markedColumns(marker)).filter((name) => name.startsWith('former'))).toEqual([])
  api.turnClock(-(deletionGraceDays + usernameQuarantineDays + 1.1) * dayMs)
})

const close = async () => {
  const user = await api.makeUser()
  await api.call(user, account.requestDeletion, { username: user.username })
  return user
}
const purgeLater = async () => {
  api.turnClock((deletionGraceDays + 0.1) * dayMs)
  const result = await purgeDeleted(api.ctx).catch((error: unknown) => error)
  api.turnClock(-(deletionGraceDays + 0.1) * dayMs)
  return result
}
const nameOf = async (id: string) => (await api.db.select().from(users).where(eq(users.id, id)))[0]?.username

test('erases the others when one erasure fails, and that one by the next run', async () => {
  const [first, failing, last] = [await close(), await close(), await close()]
  await api.db.insert(savedReplies).values({ id: newId(), userId: failing.id, title: 'kept', content: 'kept' })
  await api.db.execute(
    sql.raw(`
    create function refuse_erasure() returns trigger language plpgsql as 'begin raise exception ''no''; end';
    create trigger refuse_erasure before delete on saved_replies for each row execute function refuse_erasure()`),
  )
  expect(String(await purgeLater())).toContain('1 failed')
  expect([await nameOf(first.id), await nameOf(failing.id), await nameOf(last.id)]).toEqual([
    null,
    failing.username,
    null,
  ])
  await api.db.execute(sql.raw('drop trigger refuse_erasure on saved_replies; drop function refuse_erasure'))
  expect(await purgeLater()).toBe(1)
  expect(await nameOf(failing.id)).toBeNull()
})

test('erases more rows than fit in a batch', async () => {
  const [me, other] = [await close(), await api.makeUser()]
  const sessionId = newId()
  const rows = Array.from({ length: 2_100 }, (_, seq) => ({ id: newId(), sessionId, seq, type: 'text' as const }))
  const sent = rows.map((row) => ({ ...row, senderId: me.id, receiverId: other.id, content: 'a word' }))
  for (let at = 0; at < sent.length; at += 700) await api.db.insert(messages).values(sent.slice(at, at + 700))
  await purgeLater()
  const left = await api.db.select().from(messages).where(eq(messages.senderId, me.id))
  expect(left.filter((it) => it.content !== '' || it.deletedAt === null)).toEqual([])
})

test('keeps the account number until a payout that is under way has ended', async () => {
  const me = await close()
  const payout = { id: newId(), userId: me.id, amountCents: 2_000, entryId: newId() }
  await api.db.insert(payouts).values({ ...payout, status: 'approved' })
  expect(await purgeLater()).toBe(0)
  await api.db.update(payouts).set({ status: 'paid' }).where(eq(payouts.id, payout.id))
  expect(await purgeLater()).toBe(1)
})

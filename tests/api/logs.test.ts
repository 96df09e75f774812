import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { users as table } from '../../api/platform/db/schema/identity.ts'
import { loggable, reasonOf } from '../../api/platform/log.ts'
import { chat } from '../../contract/chat.ts'
import { testApi } from '../support/test-api.ts'

const api = testApi()
const written: string[] = []
beforeEach(() => {
  written.length = 0
  for (const level of ['error', 'warn'] as const)
    vi.spyOn(console, level).mockImplementation((...words) => void written.push(words.map(String).join(' ')))
})
afterEach(() => void vi.restoreAllMocks())

test('a call that fails is logged with its query and where it failed, and without what people wrote', async () => {
  const [fan, other] = [await api.makeUser(), await api.makeUser()]
  await api.db.execute(
    sql.raw(`
      create or replace function fail_on_purpose() returns trigger language plpgsql as
        $$ begin raise exception 'on purpose' using errcode = '42883'; end $$;
      create or replace trigger fail_on_purpose before insert on messages for each row execute function fail_on_purpose()`),
  )
  const secret = 'between you and me'
  expect((await api.call(fan, chat.send, { receiver_id: other.id, content: secret })).status).toBe(500)
  await api.db.execute(sql.raw('drop trigger fail_on_purpose on messages'))
  expect(written.join('\n')).toMatch(/on purpose.*42883[\s\S]*\n\s+at /)
  expect(written.join('\n')).not.toContain(secret)
})

test('a query of Drizzle is logged without its parameters, and a value that is not one of its type without it', async () => {
  const email = 'mallory@example.test'
  const [someone] = [await api.makeUser()]
  const failed = await api.db
    .insert(table)
    .values({ id: someone.id, name: 'x', email, referralCode: 'x' })
    .catch((error: unknown) => error)
  expect(String(failed)).toContain(email)
  expect(loggable(failed)).toMatch(/Failed query: insert into "users".*[\s\S]*caused by .*23505, users, users_pkey/)
  expect(loggable(failed)).not.toContain(email)
  const misread = await api.db.execute(sql`select ${email}::int`).catch((error: unknown) => error)
  expect(loggable(misread)).not.toContain(email)
  expect(reasonOf(new Error('plain'))).toBe('Error: plain')
})

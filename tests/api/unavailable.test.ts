import { writeFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isUnavailable } from '../../api/platform/db/db.ts'
import { logOutput } from '../../api/platform/log.ts'
import { users } from '../../contract/users.ts'
import type { Actor } from '../support/api.ts'
import { testApi } from '../support/test-api.ts'

const api = testApi()
let alice: Actor
let fan: Actor
beforeAll(async () => {
  vi.spyOn(logOutput, 'write').mockImplementation(() => undefined)
  alice = await api.makeUser({ isCreator: true })
  fan = await api.makeUser()
})
afterAll(() => void vi.restoreAllMocks())

test.each([
  ['a full disk', '53100', 503],
  ['a server without memory', '53200', 503],
  ['a server with too many connections', '53300', 503],
  ['a server that takes no writes any more', '25006', 503],
  ['a lock that is not given', '55P03', 503],
  ['a statement that took too long', '57014', 503],
  ['a server that stops', '57P01', 503],
  ['a mistake of ours', '42883', 500],
])('answers for %s (%s) with %i', async (_, state, status) => {
  await api.db.execute(
    sql.raw(`
      create or replace function fail_on_purpose() returns trigger language plpgsql as
        $$ begin raise exception 'on purpose' using errcode = '${state}'; end $$;
      create or replace trigger fail_on_purpose before insert on follows for each row execute function fail_on_purpose()`),
  )
  const answer = await api.call(fan, users.follow, { id: alice.id })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, status === 503 ? '2' : null])
  await api.db.execute(sql.raw('drop trigger fail_on_purpose on follows'))
  expect((await api.call(fan, users.follow, { id: alice.id })).status).toBe(200)
})

test('counts a full disk of the media as unavailable, and a file that is missing as a mistake of ours', async () => {
  const failed = (path: string) => writeFile(path, 'bytes').catch((error: unknown) => isUnavailable(error))
  expect(await failed('/dev/full')).toBe(true)
  expect(await failed('/nowhere/file')).toBe(false)
})

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { backupJobs } from '../../api/features/backups/jobs.ts'
import type { Verified } from '../../api/features/backups/verify.ts'
import { verifyInProcess } from '../../api/features/backups/verify-process.ts'
import { verifyWeekly } from '../../api/features/backups/weekly.ts'
import { tableFile } from '../../api/platform/backup/format.ts'
import { newId } from '../../api/platform/db/ids.ts'
import { backupChecks } from '../../api/platform/db/schema/backups.ts'
import { users } from '../../api/platform/db/schema/identity.ts'
import { openScrape } from '../support/metrics.ts'
import { giveCoins, makeCreator, makePaidPost } from '../support/money.ts'
import { testApi } from '../support/test-api.ts'

const api = testApi({ money: true })
let directory: string
const found: Verified = { at: '', rows: 1, objects: 0, opened: 0 }
const run = (verify?: (folder: string, signal: AbortSignal) => Promise<Verified>) =>
  verifyWeekly(api.ctx, { directory, keep: 2, connect: api.connect, ...(verify && { verify }) })
const lastRun = async () => (await api.db.select().from(backupChecks).orderBy(sql`started_at desc`).limit(1))[0]

beforeAll(async () => {
  const [alice, fiona] = [await makeCreator(api), await api.makeUser()]
  await giveCoins(api, fiona, 100)
  await makePaidPost(api, alice, 5)
  await api.ctx.storage.put('one/full', Buffer.from('the bytes of a sound'), 'audio/mp4')
})
beforeEach(async () => {
  await api.db.delete(backupChecks)
  directory = mkdtempSync(join(tmpdir(), 'fanfare-weekly-'))
  return () => rmSync(directory, { recursive: true, force: true })
})

test('makes a backup, restores it in a process of its own, and every node’s metrics say so', async () => {
  mkdirSync(join(directory, 'by-hand'))
  mkdirSync(join(directory, 'fanfare-verify-killed'))
  for (const week of [1, 2, 3]) mkdirSync(join(directory, `weekly-2020-01-0${week}T041700.000Z`))
  const before = await api.db.select().from(users)
  expect(await run()).toBe(true)
  expect(await lastRun()).toMatchObject({ failure: null, objects: 1, name: expect.stringMatching(/^weekly-2/) })
  expect((await lastRun())?.rows).toBeGreaterThan(10)
  expect(readdirSync(directory).sort()).toEqual(['by-hand', 'weekly-2020-01-03T041700.000Z', (await lastRun())?.name])
  expect(await api.db.select().from(users)).toEqual(before)
  const series = await openScrape(api.ctx)()
  expect(series.get('fanfare_backup_verified_timestamp_seconds')).toBeGreaterThan(Date.now() / 1_000 - 60)
  expect(series.get('fanfare_backup_verification_failed')).toBe(0)
  expect(series.get('fanfare_backup_verification_duration_seconds')).toBeGreaterThan(0)
}, 120_000)

test('a damaged backup is an alarm, does not move the last success, and is not made again', async () => {
  await run(async () => found)
  const succeeded = (await openScrape(api.ctx)()).get('fanfare_backup_verified_timestamp_seconds')
  const verdict = await run(async (folder, signal) => {
    writeFileSync(tableFile(folder, 'users'), 'no gzip')
    return verifyInProcess(folder, signal)
  })
  expect(verdict).toBe(false)
  expect(await lastRun()).toMatchObject({ rows: null, failure: expect.stringContaining('damaged') })
  expect(existsSync(join(directory, (await lastRun())?.name ?? ''))).toBe(true)
  const series = await openScrape(api.ctx)()
  expect(series.get('fanfare_backup_verification_failed')).toBe(1)
  expect(series.get('fanfare_backup_verified_timestamp_seconds')).toBe(succeeded)
}, 120_000)

test('a backup that cannot be made is tried again, and leaves nothing', async () => {
  const connect = () => Promise.reject(new Error('Connection terminated'))
  const failed = verifyWeekly(api.ctx, { directory, keep: 2, connect })
  await expect(failed).rejects.toThrow('Connection terminated')
  expect(readdirSync(directory)).toEqual([])
  expect((await lastRun())?.failure).toContain('Connection terminated')
})

test('one runs at a time; a run whose node has died makes way', async () => {
  const isRunning = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const first = run(async () => {
    isRunning.resolve()
    await end.promise
    return found
  })
  await isRunning.promise
  await expect(run()).rejects.toThrow('Another node is verifying')
  end.resolve()
  expect(await first).toBe(true)
  const long = new Date(Date.now() - 120_000)
  await api.db.insert(backupChecks).values({ id: newId(), name: 'weekly-dead', startedAt: long, seenAt: long })
  expect(await run(async () => found)).toBe(true)
  const [dead] = await api.db.select().from(backupChecks).where(sql`name = 'weekly-dead'`)
  expect(dead?.failure).toBe('interrupted')
})

test('is switched on by BACKUP_DIR alone', () => {
  expect(backupJobs(api.ctx.env, api)).toEqual([])
  expect(backupJobs({ ...api.ctx.env, BACKUP_DIR: directory }, api)).toMatchObject([{ name: 'backup-verify' }])
})

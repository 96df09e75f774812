import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { backUp } from '../../api/platform/backup/back-up.ts'
import { manifestFile, objectFile, readManifest, tableFile } from '../../api/platform/backup/format.ts'
import { restore } from '../../api/platform/backup/restore.ts'
import type { Database } from '../../api/platform/db/db.ts'
import { diskStorage, type Storage } from '../../api/platform/media/storage.ts'
import { chat } from '../../contract/chat.ts'
import { media } from '../../contract/media.ts'
import { openTestDatabase } from '../support/api.ts'
import { giveCoins, makeCreator, makePaidPost } from '../support/money.ts'
import { testApi } from '../support/test-api.ts'

const api = testApi({ money: true, empty: true })
let folder: string
let storage: Storage
const quiet = () => undefined
const bytes = Buffer.from('the bytes of a picture')

beforeAll(async () => {
  const [alice, fiona] = [await makeCreator(api), await api.makeUser({ displayName: 'Fiona “the fan” \\ 🎪' })]
  await giveCoins(api, fiona, 100)
  const { mediaId } = await makePaidPost(api, alice, 5)
  await api.call(fiona, media.unlock, { id: mediaId, expected_price: 5 })
  await api.call(fiona, chat.tip, { id: alice.id, amount: 7.77, message: 'line\nbreak' })
})
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fanfare-backup-'))
  storage = diskStorage(join(folder, 'media'))
  await storage.put('one/full', bytes, 'image/webp')
  return () => rmSync(folder, { recursive: true, force: true })
})

const opened: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const drop of opened) await drop()
})

const backUpApi = (to: string) => backUp(api.connect, storage, join(folder, to), quiet)
async function emptyPlace(): Promise<{ database: Database; storage: Storage; restore: () => Promise<unknown> }> {
  const { database, drop } = await openTestDatabase({ empty: true })
  opened.push(drop)
  const empty = diskStorage(join(folder, `media-${opened.length}`))
  const run = async () => {
    const client = await database.connect()
    return restore(client, empty, join(folder, 'backup'), quiet).finally(() => client.release())
  }
  return { database, storage: empty, restore: run }
}

/** The indexes of a database, and its triggers with whether they run. */
async function rulesOf(database: Database): Promise<string[]> {
  const client = await database.connect()
  const { rows } = await client
    .query<{ rule: string }>(`
      select indexdef as rule from pg_indexes union all
      select tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal order by rule`)
    .finally(() => client.release())
  expect(rows.length).toBeGreaterThan(100)
  return rows.map(({ rule }) => rule)
}

test('restores every row and object, as a second backup shows', async () => {
  const made = await backUpApi('backup')
  expect(made.tables.find(({ name }) => name === 'ledger_postings')?.rows).toBeGreaterThan(5)
  const place = await emptyPlace()
  const rules = await rulesOf(place.database)
  expect(rules).toContain('ledger_postings_sum O')
  await place.restore()
  expect(await rulesOf(place.database)).toEqual(rules)
  const again = await backUp(place.database.connect, place.storage, join(folder, 'again'), quiet)
  for (const { name } of made.tables)
    expect([name, await rowsOf('again', name)]).toEqual([name, await rowsOf('backup', name)])
  expect(again.objects).toMatchObject({ count: 1, bytes: bytes.length })
  const object = await place.storage.read('one/full')
  expect([object?.contentType, await new Response(object?.stream).text()]).toEqual(['image/webp', bytes.toString()])
})

const rowsOf = async (backup: string, table: string): Promise<string> =>
  new Response(
    new Blob([await readFile(tableFile(join(folder, backup), table))])
      .stream()
      .pipeThrough(new DecompressionStream('gzip')),
  ).text()

test('restores only into an empty place', async () => {
  await backUpApi('backup')
  const place = await emptyPlace()
  await place.storage.put('stranger/full', bytes, 'image/webp')
  await expect(place.restore()).rejects.toThrow('The media store is not empty')
  await place.storage.remove('stranger/full')
  await place.restore()
  await expect(place.restore()).rejects.toThrow('The database is not empty')
})

test('refuses a backup that is damaged, unfinished or of another version, and leaves the database empty', async () => {
  await backUpApi('backup')
  const place = await emptyPlace()
  const at = join(folder, 'backup')
  const manifest = await readManifest(at)
  const withFile = async (file: string, content: string | Buffer) => {
    const before = await readFile(file)
    writeFileSync(file, content)
    const refused = await place.restore().then(
      () => 'restored',
      (error: Error) => error.message,
    )
    writeFileSync(file, before)
    return refused
  }
  expect(await withFile(objectFile(at, 'one/full'), 'other bytes')).toContain('one/full is damaged')
  expect(await withFile(tableFile(at, 'users'), 'no gzip')).toContain('is damaged')
  expect(await withFile(manifestFile(at), JSON.stringify({ ...manifest, migrations: ['newer'] }))).toContain(
    'Another version',
  )
  expect(await withFile(manifestFile(at), '{}')).toContain('another format')
  rmSync(manifestFile(at))
  await expect(place.restore()).rejects.toThrow('no finished backup')
  writeFileSync(manifestFile(at), JSON.stringify(manifest))
  await place.restore()
})

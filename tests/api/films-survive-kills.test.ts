import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Renditions } from '../../api/platform/media/film-sizes.ts'
import { openStorage } from '../../api/platform/media/storage.ts'
import { end } from '../../tools/dev/processes.ts'
import { type Actor, makeUser, openTestDatabase } from '../support/api.ts'
import { writeFilm } from '../support/encoded-film.ts'
import { type ApiNode, startApiNode } from '../support/nodes.ts'

/** The API and what it started are killed while they make a film ready, its sizes, and its second copies. */
const secret = 'a secret that every node has alike'
let folder: string
let opened: Awaited<ReturnType<typeof openTestDatabase>>
let alice: Actor
let node: ApiNode
const start = () =>
  startApiNode(folder, {
    ...{ DATABASE_URL: opened.url ?? '', SECRET: secret, DEMO: '0', HUMAN_CHECK: 'off', RATE_LIMITS: 'off' },
    DATA_DIR: join(folder, 'data'),
  })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fanfare-films-'))
  opened = await openTestDatabase()
  alice = await makeUser(opened.database, secret, { isCreator: true, priceCents: 0 })
  node = await start()
})
afterAll(async () => {
  await end(node.running)
  await opened.drop()
  rmSync(folder, { recursive: true, force: true })
})

it('loses nothing and makes nothing twice, and leaves no process behind', async () => {
  const path = join(folder, 'film.mp4')
  await writeFilm(path, { seconds: 12, frameRate: 25, isNoise: true })
  const id = await upload(await readFile(path))
  await killAndRestart()
  await expect.poll(() => stateOf(id), patience).toBe('ready')
  await expect.poll(async () => (await sizesOf(id)).length, { ...patience, interval: 20 }).toBe(1)
  const storage = openStorage({ DATA_DIR: join(folder, 'data') })
  const made = await storage.stat(`${id}/v480`)
  await killAndRestart()
  expect(await sizesOf(id)).toEqual(['v480'])
  await expect.poll(() => sizesOf(id), patience).toEqual(['v480', 'v240'])
  await expect.poll(async () => (await markedSizesOf(id)).length, { ...patience, interval: 20 }).toBe(1)
  const second = await storage.stat(`${id}/v480b`)
  await killAndRestart()
  expect(await markedSizesOf(id)).toEqual(['v480'])
  await expect.poll(() => markedSizesOf(id), patience).toEqual(['v480', 'v240'])
  expect(await storage.stat(`${id}/v480`)).toEqual(made)
  expect(await storage.stat(`${id}/v480b`)).toEqual(second)
  const keys: string[] = []
  for await (const key of storage.list(id)) keys.push(key.split('/')[1] ?? '')
  expect(keys.filter((key) => /^v\d+|^sound|^part-|^full|^print/.test(key)).sort()).toEqual([
    'full',
    'print',
    'sound',
    'sound-list',
    'v240',
    'v240-list',
    'v240b',
    'v240b-list',
    'v480',
    'v480-list',
    'v480b',
    'v480b-list',
  ])
  // It starts processes, and a dead one is missed half a minute later.
}, 600_000)

const patience = { timeout: 100_000, interval: 200 }

async function killAndRestart(): Promise<void> {
  const { pid } = node.running.child
  if (pid === undefined) throw new Error('The node has no process.')
  const children = childrenOf(pid)
  node.running.child.kill('SIGKILL')
  await expect.poll(() => children.filter(isAlive), patience).toEqual([])
  await query(`update jobs.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`)
  node = await start()
}

async function upload(film: Buffer): Promise<string> {
  const headers = { cookie: alice.cookie, 'tus-resumable': '1.0.0' }
  const begun = await fetch(`${node.url}/api/uploads`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(film.byteLength) },
  })
  const done = await fetch(node.url + (begun.headers.get('location') ?? ''), {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(film),
  })
  expect([begun.status, done.status]).toEqual([201, 204])
  return done.headers.get('media-id') ?? ''
}

const stateOf = async (id: string) => (await query(`select state from media where id = '${id}'`))[0]?.state
const renditionsOf = async (id: string) => {
  const [row] = await query(`select renditions from media where id = '${id}'`)
  return row?.renditions?.sizes ?? []
}
const sizesOf = async (id: string) => (await renditionsOf(id)).map((it) => it.name)
const markedSizesOf = async (id: string) => (await renditionsOf(id)).flatMap((it) => (it.isMarked ? it.name : []))

async function query(sql: string): Promise<{ state?: string; renditions?: Renditions | null }[]> {
  const client = await opened.database.connect()
  return client
    .query<{ state?: string; renditions?: Renditions | null }>(sql)
    .then(({ rows }) => rows)
    .finally(() => client.release())
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/).filter(Boolean).map(Number)

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

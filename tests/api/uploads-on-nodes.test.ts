import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeImage } from '../../api/platform/media/image.ts'
import { openStorage } from '../../api/platform/media/storage.ts'
import { media } from '../../contract/media.ts'
import { end } from '../../tools/dev/processes.ts'
import { type Actor, makeUser, openTestDatabase } from '../support/api.ts'
import { type ApiNode, startApiNode } from '../support/nodes.ts'
import { openS3, type S3 } from '../support/s3.ts'

/** Two processes of the API over one PostgreSQL and one media store: the requests of one upload go to either. */
describe.each([['S3'], ['a shared disk']])('uploads by two nodes with %s', (kind) => {
  const secret = 'a secret that both nodes have alike'
  let folder: string
  let s3: S3 | null
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let env: Record<string, string>
  let nodes: [ApiNode, ApiNode]
  let alice: Actor
  /** Noise, so that it stays large and every byte counts. */
  let picture: Buffer

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'fanfare-uploads-'))
    opened = await openTestDatabase()
    s3 = kind === 'S3' ? await openS3() : null
    env = {
      DATABASE_URL: opened.url ?? '',
      SECRET: secret,
      DEMO: '0',
      HUMAN_CHECK: 'off',
      RATE_LIMITS: 'off',
      ...(s3 === null ? { DATA_DIR: join(folder, 'shared'), MEDIA_SHARED: '1' } : s3.env),
    }
    nodes = [await startApiNode(folder, env), await startApiNode(folder, env)]
    alice = await makeUser(opened.database, secret, { isCreator: true, priceCents: 0 })
    const [width, height] = [1_300, 1_300]
    // 16 bits a colour: twice the bytes for the pixels that are made ready.
    const noise = new Uint16Array(randomBytes(width * height * 6).buffer)
    picture = await sharp(noise, { raw: { width, height, channels: 3 } })
      .toColourspace('rgb16')
      .png({ compressionLevel: 0 })
      .toBuffer()
  })
  afterAll(async () => {
    await Promise.all(nodes.map(({ running }) => end(running)))
    await opened.drop()
    await s3?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const send = (node: ApiNode, method: string, path: string, headers: Record<string, string>, body?: Body) =>
    fetch(node.url + path, {
      method,
      headers: { cookie: alice.cookie, 'tus-resumable': '1.0.0', ...headers },
      ...(body === undefined ? {} : { body, duplex: 'half' }),
    } as RequestInit)
  const begin = async (node: ApiNode) => {
    const begun = await send(node, 'POST', '/api/uploads', { 'upload-length': String(picture.byteLength) })
    expect(begun.status).toBe(201)
    return begun.headers.get('location') ?? ''
  }
  const patch = (node: ApiNode, path: string, offset: number, body: Body) =>
    send(node, 'PATCH', path, { 'upload-offset': `${offset}`, 'content-type': 'application/offset+octet-stream' }, body)
  const offsetAt = async (node: ApiNode, path: string) =>
    Number((await send(node, 'HEAD', path, {})).headers.get('upload-offset'))
  const slice = (from: number, to?: number) => new Uint8Array(picture.subarray(from, to))

  /** The first bytes of the picture, from a client that then falls silent. */
  function silentAfter(bytes: number) {
    return new ReadableStream<Uint8Array>({ start: (out) => out.enqueue(slice(0, bytes)) })
  }

  /** What was made of the upload is made of the same bytes. */
  async function expectPicture(node: ApiNode, path: string) {
    const id = path.split('/').at(-1) ?? ''
    const state = async () => {
      const answer = await fetch(node.url + media.get.path.replace('{id}', id), { headers: { cookie: alice.cookie } })
      return ((await answer.json()) as { state?: string }).state
    }
    await expect.poll(state, { timeout: 60_000, interval: 100 }).toBe('ready')
    const storage = openStorage({ DATA_DIR: join(folder, 'shared'), ...s3?.env })
    const stored = await storage.read(`${id}/full`)
    if (stored === null) throw new Error('nothing is stored')
    expect(sha256(await buffer(stored.stream))).toBe(sha256((await makeImage(picture)).variants.full.bytes))
    const keys: string[] = []
    for await (const key of storage.list(id)) keys.push(key)
    expect(keys.filter((key) => key.includes('part-'))).toEqual([])
  }

  it('takes parts that alternate between the nodes', async () => {
    const path = await begin(nodes[0])
    const step = Math.ceil(picture.byteLength / 7)
    let last = new Response()
    for (let at = 0, turn = 1; at < picture.byteLength; at += step, turn++) {
      const node = nodes[turn % 2] as ApiNode
      expect(await offsetAt(node, path)).toBe(at)
      last = await patch(node, path, at, slice(at, at + step))
      expect([last.status, last.headers.get('upload-offset')]).toEqual([
        204,
        `${Math.min(at + step, picture.byteLength)}`,
      ])
    }
    expect(last.headers.get('media-id')).toBe(path.split('/').at(-1))
    await expectPicture(nodes[0], path)
  })

  it('lets a client that comes back go on at the other node, from the last byte that arrived', async () => {
    const path = await begin(nodes[0])
    const silent = patch(nodes[0], path, 0, silentAfter(1_000_000)).catch(() => null)
    await expect.poll(() => isLocked(path)).toBe(true)
    expect(await offsetAt(nodes[1], path)).toBe(1_000_000)
    expect((await patch(nodes[1], path, 1_000_000, slice(1_000_000))).status).toBe(204)
    await expectPicture(nodes[1], path)
    await silent
  })

  it('mixes no bytes of two requests that write at the same time at both nodes', async () => {
    const path = await begin(nodes[0])
    const half = Math.floor(picture.byteLength / 2)
    const both = await Promise.all(nodes.map((node) => patch(node, path, 0, slice(0, half))))
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
    expect(await offsetAt(nodes[0], path)).toBe(half)
    expect((await patch(nodes[1], path, half, slice(half))).status).toBe(204)
    await expectPicture(nodes[0], path)
  })

  it('goes on at the other node when one is killed in the middle of a request', async () => {
    const path = await begin(nodes[0])
    const killed = await startApiNode(folder, env)
    const cut = patch(killed, path, 0, silentAfter(9_000_000)).catch(() => 'cut')
    await expect.poll(() => received(path), { timeout: 10_000 }).toBeGreaterThan(8_000_000)
    killed.running.child.kill('SIGKILL')
    expect(await cut).toBe('cut')
    const offset = await offsetAt(nodes[1], path)
    expect(offset).toBe(await received(path))
    expect((await patch(nodes[1], path, offset, slice(offset))).status).toBe(204)
    await expectPicture(nodes[0], path)
    // It starts a process.
  }, 90_000)

  async function isLocked(path: string): Promise<boolean> {
    const { rows } = await query('select locked_by from uploads where id = $1', path)
    return rows[0]?.locked_by != null
  }

  async function received(path: string): Promise<number> {
    const { rows } = await query(
      'select coalesce(sum(bytes), 0)::int as bytes from upload_parts where upload_id = $1',
      path,
    )
    return rows[0]?.bytes ?? 0
  }

  async function query(sql: string, path: string) {
    const client = await opened.database.connect()
    return client
      .query<{ locked_by?: string; bytes?: number }>(sql, [path.split('/').at(-1)])
      .finally(() => client.release())
  }
})

type Body = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { uploadsAtOnce } from '../../../contract/limits.ts'
import { media } from '../../../contract/media.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import { type Actor, openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { openScrape } from '../../../tests/support/metrics.ts'
import { features } from '../../features.ts'
import { readViewer } from '../../identity/viewer.ts'
import { agencyAuditEntries, agencyGrants } from '../../platform/db/schema/agencies.ts'
import { media as rows } from '../../platform/db/schema/media.ts'
import { statement } from '../../platform/db/statement.ts'
import { createApp } from '../../platform/http/create-app.ts'
import type { Vars } from '../../platform/http/implement.ts'
import { removeParts } from './parts.ts'
import { uploadQueue } from './queue.ts'
import { openUploads, type Uploads } from './server.ts'

let api: TestApi
let uploads: Uploads
let app: Hono<Vars>
let alice: Actor
let bob: Actor
let fiona: Actor
let picture: Buffer

beforeAll(async () => {
  api = await openTestApi()
  uploads = openUploads(api.ctx)
  app = createApp(api.ctx, readViewer, features(api.ctx), (it) => uploads.mount(it))
  alice = await api.makeUser({ isCreator: true, priceCents: 999 })
  bob = await api.makeUser({ isCreator: true, priceCents: 0 })
  fiona = await api.makeUser()
  picture = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#c2452d' } })
    .withExif({ IFD0: { Copyright: 'a secret place' } })
    .jpeg()
    .toBuffer()
})
afterAll(async () => {
  await api.close()
})

const tus = { 'tus-resumable': '1.0.0' }
const send = (
  actor: Actor | null,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: Uint8Array | ReadableStream<Uint8Array>,
) =>
  app.request(`http://localhost${path}`, {
    method,
    headers: { ...tus, ...(actor === null ? {} : { cookie: actor.cookie }), ...headers },
    ...(body === undefined ? {} : { body, duplex: 'half' }),
  } as RequestInit)
const begin = (actor: Actor | null, length: number, name = 'silk.jpg') =>
  send(actor, 'POST', '/api/uploads', {
    'upload-length': String(length),
    'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
  })
const patch = (actor: Actor | null, path: string, offset: number, body: Uint8Array | ReadableStream<Uint8Array>) =>
  send(
    actor,
    'PATCH',
    path,
    { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body,
  )

async function upload(actor: Actor, bytes: Uint8Array, name?: string): Promise<string> {
  const begun = await begin(actor, bytes.byteLength, name)
  expect(begun.status).toBe(201)
  const path = begun.headers.get('location') ?? ''
  const done = bytes.byteLength === 0 ? begun : await patch(actor, path, 0, bytes)
  expect(done.status).toBeLessThan(300)
  await api.runJobs()
  return done.headers.get('media-id') ?? ''
}
async function keysOf(id: string): Promise<string[]> {
  const keys: string[] = []
  for await (const key of api.ctx.storage.list(id)) keys.push(key)
  return keys
}
const ageHeartbeats = statement(
  'test_age_heartbeats',
  {},
  {},
  () => `update jobs.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`,
)
const look = async (actor: Actor, id: string) => (await api.call(actor, media.get, { id })).data

describe('an upload', () => {
  it('is measured when it begins, when its last byte has come, and when it fails, with its reason', async () => {
    const scrape = openScrape(api.ctx)
    const before = await scrape()
    await upload(alice, picture)
    await upload(alice, Buffer.from('no picture at all'))
    await begin(alice, 1000)
    const after = await scrape()
    const more = (name: string) => (after.get(`fanfare_${name}`) ?? 0) - (before.get(`fanfare_${name}`) ?? 0)
    expect([more('uploads_begun_total'), more('uploads_finished_total')]).toEqual([3, 2])
    expect(more('upload_bytes_total')).toBe(picture.byteLength + 17)
    expect(more('uploads_failed_total{reason="unknown_format"}')).toBe(1)
  })

  it('becomes a private media, without its metadata', async () => {
    const id = await upload(alice, picture)
    const made = await look(alice, id)
    expect(made).toMatchObject({
      id,
      state: 'ready',
      type: 'IMAGE',
      width: 640,
      height: 400,
      name: 'silk.jpg',
      locked: false,
      used_in: { posts: 0, messages: 0 },
    })
    expect(made.preview).toMatch(/^data:image\/webp/)
    const stored = await api.ctx.storage.read(`${id}/full`)
    const bytes = Buffer.from(
      await new Response(stored?.stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer(),
    )
    expect(bytes.includes('a secret place')).toBe(false)
    expect((await keysOf(id)).filter((key) => key.includes('part-'))).toEqual([])
    expect(readdirSync(join(api.ctx.env.DATA_DIR, 'uploads'))).toEqual([])
  })
  it('is resumed where it broke off', async () => {
    const path = (await begin(alice, picture.byteLength)).headers.get('location') ?? ''
    expect((await patch(alice, path, 0, picture.subarray(0, 100))).headers.get('upload-offset')).toBe('100')
    const head = await send(alice, 'HEAD', path)
    expect([
      head.headers.get('upload-offset'),
      head.headers.get('upload-length'),
      head.headers.get('media-id'),
    ]).toEqual(['100', String(picture.byteLength), null])
    expect((await patch(alice, path, 50, picture.subarray(50))).status).toBe(409)
    const done = await patch(alice, path, 100, picture.subarray(100))
    expect(done.headers.get('media-id')).toBe(path.split('/').at(-1))
    await api.runJobs()
    expect((await look(alice, path.split('/').at(-1) ?? '')).state).toBe('ready')
  })
  it('tells its media again when the last answer was lost', async () => {
    const path = (await begin(alice, picture.byteLength)).headers.get('location') ?? ''
    await patch(alice, path, 0, picture)
    await api.runJobs()
    const again = await send(alice, 'HEAD', path)
    expect([again.status, again.headers.get('media-id'), again.headers.get('upload-offset')]).toEqual([
      200,
      path.split('/').at(-1),
      String(picture.byteLength),
    ])
  })
  it.each([
    ['a page in a picture’s name', Buffer.from('<!doctype html><script>alert(1)</script>'), 'markup'],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'markup'],
    ['a text', Buffer.from('just some words, nothing else'), 'unknown_format'],
    ['a cut picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), 'unreadable'],
    ['nothing', Buffer.alloc(0), 'empty'],
  ])('fails for %s, and says why', async (_, bytes, reason) => {
    const id = await upload(alice, bytes, 'holiday.jpg')
    expect(await look(alice, id)).toMatchObject({ state: 'failed', reason, url: null })
    expect(await keysOf(id)).toEqual([])
  })
  it('is taken up again by the next process when the one that worked on it died', async () => {
    const path = (await begin(alice, picture.byteLength)).headers.get('location') ?? ''
    const id = path.split('/').at(-1) ?? ''
    await patch(alice, path, 0, picture)
    // Taken up and never ended.
    expect(await api.jobs.boss.fetch(uploadQueue.name)).toMatchObject([{ data: { id } }])
    await api.runJobs()
    expect((await look(alice, id)).state).toBe('processing')
    await api.db.run(ageHeartbeats, {})
    await api.jobs.boss.supervise(uploadQueue.name)
    await api.runJobs({ early: true })
    expect((await look(alice, id)).state).toBe('ready')
  })
  it('fails as lost when its bytes are not there', async () => {
    const path = (await begin(alice, picture.byteLength)).headers.get('location') ?? ''
    const id = path.split('/').at(-1) ?? ''
    await patch(alice, path, 0, picture)
    await removeParts(api.ctx, id)
    await api.runJobs()
    expect(await look(alice, id)).toMatchObject({ state: 'failed', reason: 'lost' })
  })
  it('answers 503 while the store is away, and goes on where it was', async () => {
    const { put } = api.ctx.storage
    const path = (await begin(alice, picture.byteLength)).headers.get('location') ?? ''
    await patch(alice, path, 0, picture.subarray(0, 100))
    api.ctx.storage.put = () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
    const refused = await patch(alice, path, 100, picture.subarray(100))
    api.ctx.storage.put = put
    expect([refused.status, refused.headers.get('retry-after') !== null]).toEqual([503, true])
    expect((await send(alice, 'HEAD', path)).headers.get('upload-offset')).toBe('100')
    expect((await patch(alice, path, 100, picture.subarray(100))).headers.get('media-id')).toBe(path.split('/').at(-1))
  })
  it('is made ready once the store that was away is back', async () => {
    const { put } = api.ctx.storage
    const path = (await begin(alice, picture.byteLength)).headers.get('location') ?? ''
    const id = path.split('/').at(-1) ?? ''
    await patch(alice, path, 0, picture)
    api.ctx.storage.put = () => Promise.reject(new Error('away'))
    await expect(api.runJobs()).rejects.toThrow('away')
    api.ctx.storage.put = put
    await api.runJobs({ early: true })
    expect((await look(alice, id)).state).toBe('ready')
  })
})

describe('who may upload', () => {
  it('a creator with a verified address', async () => {
    const unverified = await api.makeUser({ isCreator: true, emailVerified: false })
    expect((await begin(null, 10)).status).toBe(401)
    expect(await (await begin(fiona, 10)).json()).toMatchObject({ error: 'not_creator' })
    expect(await (await begin(unverified, 10)).json()).toMatchObject({ error: 'email_verification_required' })
  })
  it('finds only one’s own', async () => {
    const path = (await begin(alice, picture.byteLength)).headers.get('location') ?? ''
    for (const method of ['HEAD', 'PATCH', 'DELETE'])
      expect(
        (await send(bob, method, path, { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }))
          .status,
      ).toBe(404)
    expect((await send(alice, 'HEAD', '/api/uploads/00000000-0000-7000-8000-000000000000')).status).toBe(404)
    expect((await send(alice, 'HEAD', '/api/uploads/secret')).status).toBe(404)
    expect((await send(alice, 'DELETE', path)).status).toBe(204)
    expect((await send(alice, 'HEAD', path)).status).toBe(404)
  })
  it('not without bounds', async () => {
    expect((await begin(alice, 600 * 1024 * 1024)).status).toBe(413)
    const many = await Promise.all(Array.from({ length: 60 }, () => begin(bob, 1_000)))
    expect(many.filter((it) => it.status === 201)).toHaveLength(uploadsAtOnce)
    expect(many.filter((it) => it.status === 429)).toHaveLength(60 - uploadsAtOnce)
    const path = (await begin(alice, 10)).headers.get('location') ?? ''
    expect((await patch(alice, path, 0, Buffer.alloc(1_000))).status).toBeGreaterThanOrEqual(400)
  })
  it('without a length there is no upload', async () => {
    expect((await send(alice, 'POST', '/api/uploads', { 'upload-defer-length': '1' })).status).toBeGreaterThanOrEqual(
      400,
    )
    expect((await send(alice, 'POST', '/api/uploads', {})).status).toBeGreaterThanOrEqual(400)
    expect((await send(alice, 'POST', '/api/uploads', { 'upload-length': '-5' })).status).toBeGreaterThanOrEqual(400)
    expect((await send(alice, 'POST', '/api/uploads', { 'upload-length': 'x' })).status).toBeGreaterThanOrEqual(400)
  })
})

describe('an operator', () => {
  let olivia: Actor
  let creator: Actor
  let grantId: string
  beforeAll(async () => {
    const agency = await makeAgency(api)
    ;({ creator, grantId } = agency)
    olivia = await actAs(api, agency.operator, creator)
  })
  it('with can_medias uploads into the creator’s vault, and the log says so', async () => {
    const id = await upload(olivia, picture)
    expect((await api.db.select().from(rows).where(eq(rows.id, id)))[0]?.ownerId).toBe(creator.id)
    const acts = await api.db.select().from(agencyAuditEntries).where(eq(agencyAuditEntries.objectId, id))
    expect(acts.map((it) => [it.action, it.actorId])).toEqual([['uploads.finish', olivia.id]])
  })
  it('is cut in flight when the right ends', async () => {
    const size = 4_000_000
    const path = (await begin(olivia, size)).headers.get('location') ?? ''
    const realNow = Date.now
    const body = new ReadableStream<Uint8Array>({
      start: (out) => out.enqueue(new Uint8Array(1_000_000)),
      // Called when the API has taken the first part.
      async pull(out) {
        await api.db.update(agencyGrants).set({ canMedias: false }).where(eq(agencyGrants.id, grantId))
        vi.spyOn(Date, 'now').mockImplementation(() => realNow() + 1_200)
        out.enqueue(new Uint8Array(1_000_000))
        out.enqueue(new Uint8Array(1_000_000))
        out.close()
      },
    })
    const cut = await patch(olivia, path, 0, body)
    vi.restoreAllMocks()
    expect(cut.status).toBe(403)
    expect(await cut.json()).toMatchObject({ error: 'permission_denied', flag: 'can_medias' })
    expect((await send(olivia, 'HEAD', path)).status).toBe(403)
    const id = path.split('/').at(-1) ?? ''
    expect(await api.db.select().from(rows).where(eq(rows.id, id))).toEqual([])
  })
})

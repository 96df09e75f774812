import type { Hono } from 'hono'
import { beforeAll, expect, it } from 'vitest'
import { unfinishedUploadBytes, uploadBytes, uploadsAtOnce } from '../../../contract/limits.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { features } from '../../features.ts'
import { readViewer } from '../../identity/viewer.ts'
import { createApp } from '../../platform/http/create-app.ts'
import type { Vars } from '../../platform/http/implement.ts'
import { openUploads, type Uploads } from './server.ts'

const api = testApi()
let uploads: Uploads
let app: Hono<Vars>
/** What is free on the disk of this test, in bytes. */
let free = Number.MAX_SAFE_INTEGER
beforeAll(async () => {
  uploads = openUploads(api.ctx, async () => free)
  app = createApp(api.ctx, readViewer, features(api.ctx), (it) => uploads.mount(it))
})

const send = (actor: Actor, method: string, path: string, headers: Record<string, string>, body?: Uint8Array) =>
  app.request(`http://localhost${path}`, {
    method,
    headers: { cookie: actor.cookie, 'tus-resumable': '1.0.0', ...headers },
    ...(body !== undefined && { body: new Uint8Array(body) }),
  })
const begin = (actor: Actor, size: number) => send(actor, 'POST', '/api/uploads', { 'upload-length': String(size) })
const creator = () => api.makeUser({ isCreator: true, priceCents: 0 })

it('bounds the unfinished uploads of a creator in number and in bytes, until one ends', async () => {
  const [alice, bob] = [await creator(), await creator()]
  const small = await Promise.all(Array.from({ length: uploadsAtOnce + 2 }, () => begin(bob, 1_000)))
  expect(small.filter((it) => it.status === 201)).toHaveLength(uploadsAtOnce)
  const fits = Math.floor(unfinishedUploadBytes / uploadBytes)
  const large = await Promise.all(Array.from({ length: fits + 2 }, () => begin(alice, uploadBytes)))
  const accepted = large.filter((it) => it.status === 201)
  expect(accepted).toHaveLength(fits)
  const refused = large.find((it) => it.status !== 201)
  expect([refused?.status, await refused?.json()]).toEqual([429, expect.objectContaining({ error: 'rate_limited' })])
  expect((await send(alice, 'DELETE', accepted[0]?.headers.get('location') ?? '', {})).status).toBe(204)
  expect((await begin(alice, uploadBytes)).status).toBe(201)
})

it('refuses an upload, and the next part of one, with 507 when the disk is nearly full', async () => {
  const alice = await creator()
  const path = (await begin(alice, 2_000)).headers.get('location') ?? ''
  const part = () =>
    send(
      alice,
      'PATCH',
      path,
      { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      new Uint8Array(1_000),
    )
  free = 1024 ** 3
  for (const refused of [await begin(alice, 1_000_000), await part()]) {
    expect(refused.status).toBe(507)
    expect(await refused.json()).toMatchObject({ error: 'storage_full', message: expect.stringContaining('full') })
  }
  free = 3 * 1024 ** 3
  expect((await begin(alice, 1_000_000)).status).toBe(201)
  expect((await part()).headers.get('upload-offset')).toBe('1000')
  expect((await begin(alice, uploadBytes)).status).toBe(201)
  free = 2 * 1024 ** 3 + 1_000_000
  expect((await begin(alice, uploadBytes)).status).toBe(507)
})

import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { chatTools } from '../../../contract/chat-tools.ts'
import { fanFileBytes, fanMediaBytes } from '../../../contract/limits.ts'
import { media } from '../../../contract/media.ts'
import { onlyForKey, uploadPath } from '../../../contract/uploads.ts'
import { users } from '../../../contract/users.ts'
import { writtenAsHeader } from '../../../contract/written-as.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { film } from '../../../tests/support/film.ts'
import { makeCreator } from '../../../tests/support/money.ts'
import { follow } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { features } from '../../features.ts'
import { readViewer } from '../../identity/viewer.ts'
import { media as rows } from '../../platform/db/schema/media.ts'
import { createApp } from '../../platform/http/create-app.ts'
import type { Vars } from '../../platform/http/implement.ts'
import { addVaultBytes } from '../../platform/media/vault-usage.ts'
import { openUploads } from './server.ts'

/** What a fan uploads for one creator who takes it. */
const api = testApi()
let app: Hono<Vars>
let alice: Actor
let fan: Actor
let picture: Buffer
beforeAll(async () => {
  const uploads = openUploads(api.ctx)
  app = createApp(api.ctx, readViewer, features(api.ctx), (it) => uploads.mount(it))
  alice = await makeCreator(api, 0)
  picture = await sharp({ create: { width: 64, height: 40, channels: 3, background: '#c2452d' } })
    .withExif({ IFD0: { Copyright: 'a secret place' } })
    .jpeg()
    .toBuffer()
})
beforeEach(async () => {
  fan = await api.makeUser()
  await follow(api, fan, alice)
  await api.call(fan, chat.send, { receiver_id: alice.id, content: 'Hello' })
})

const take = (taken: boolean) => api.call(alice, chatTools.takeMedia, { userId: fan.id, taken })
type Body = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
const request = (actor: Actor, method: string, path: string, headers: Record<string, string>, body?: Body) =>
  app.request(`http://localhost${path}`, {
    method,
    headers: { 'tus-resumable': '1.0.0', cookie: actor.cookie, ...headers },
    ...(body !== undefined && { body, duplex: 'half' }),
  } as RequestInit)
const encoded = (text: string) => Buffer.from(text).toString('base64')
const begin = (actor: Actor, size: number, onlyFor: string | null = alice.id) =>
  request(actor, 'POST', uploadPath, {
    'upload-length': String(size),
    'upload-metadata': `filename ${encoded('me.jpg')}${onlyFor === null ? '' : `,${onlyForKey} ${encoded(onlyFor)}`}`,
  })
const patch = (actor: Actor, path: string, body: Body, offset = 0) =>
  request(
    actor,
    'PATCH',
    path,
    { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body,
  )
const pathOf = (answer: Response) => answer.headers.get('location') ?? ''
/** The status and the code of a refusal, or the words of what is no refusal. */
const errorOf = async (answer: Response) => {
  const body = await answer.text()
  return [answer.status, body.startsWith('{') ? (JSON.parse(body) as { error: string }).error : body]
}

async function upload(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const path = pathOf(await begin(fan, bytes.byteLength))
  const id = (await patch(fan, path, bytes)).headers.get('media-id') ?? ''
  await api.runJobs()
  return id
}
const look = async (id: string) => (await api.call(fan, media.get, { id })).data
const rowOf = async (id: string) => (await api.db.select().from(rows).where(eq(rows.id, id)))[0]

describe('an upload of a fan', () => {
  it('becomes a picture without its metadata, which goes along with a message to that creator', async () => {
    await take(true)
    const id = await upload(Buffer.from(picture))
    expect(await look(id)).toMatchObject({ state: 'ready', type: 'IMAGE' })
    expect(await rowOf(id)).toMatchObject({ ownerId: fan.id, onlyFor: alice.id })
    for await (const key of api.ctx.storage.list(id)) {
      const stored = await api.ctx.storage.read(key)
      const bytes = await new Response(stored?.stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer()
      expect(Buffer.from(bytes).includes('a secret place')).toBe(false)
    }
    const sent = await api.call(fan, chat.send, { receiver_id: alice.id, media_ids: [id] })
    expect(sent.data.media).toMatchObject([{ id, locked: false }])
    const [received] = (await api.call(alice, chat.messages, { userId: fan.id })).data.data
    expect(received?.media).toMatchObject([{ id, locked: false, url: expect.any(String), download: null }])
  })

  it('is refused without a creator, for one who takes none, and for one who is not there', async () => {
    expect(await errorOf(await begin(fan, 10, null))).toEqual([403, 'not_creator'])
    expect(await errorOf(await begin(fan, 10, 'nonsense'))).toEqual([403, 'not_creator'])
    expect(await errorOf(await begin(fan, 10))).toEqual([403, 'media_not_taken'])
    expect(await errorOf(await begin(fan, 10, fan.id))).toEqual([403, 'own_thing'])
    expect((await begin(fan, 10, '00000000-0000-7000-8000-000000000000')).status).toBe(404)
    const stranger = await api.makeUser()
    expect(await errorOf(await begin(stranger, 10))).toEqual([403, 'chat_closed'])
  })

  it('is cut when the creator ends it while the bytes come, and goes on nowhere', async () => {
    await take(true)
    const size = 4_000_000
    const path = pathOf(await begin(fan, size))
    const realNow = Date.now
    const body = new ReadableStream<Uint8Array>({
      start: (out) => out.enqueue(new Uint8Array(1_000_000)),
      // Called when the API has taken the first part.
      async pull(out) {
        await take(false)
        vi.spyOn(Date, 'now').mockImplementation(() => realNow() + 1_200)
        out.enqueue(new Uint8Array(1_000_000))
        out.enqueue(new Uint8Array(1_000_000))
        out.close()
      },
    })
    const cut = await patch(fan, path, body)
    vi.restoreAllMocks()
    expect(await errorOf(cut)).toEqual([403, 'media_not_taken'])
    expect((await request(fan, 'HEAD', path, {})).status).toBe(403)
    expect(await rowOf(path.split('/').at(-1) ?? '')).toBeUndefined()
    // What was begun may be given up.
    expect((await request(fan, 'DELETE', path, {})).status).toBe(204)
  })

  it('does not become a media where the creator blocks the fan before its last byte has come', async () => {
    await take(true)
    const path = pathOf(await begin(fan, picture.byteLength))
    const body = new ReadableStream<Uint8Array>({
      start: (out) => out.enqueue(new Uint8Array(picture.subarray(0, 100))),
      async pull(out) {
        await api.call(alice, users.block, { id: fan.id })
        out.enqueue(new Uint8Array(picture.subarray(100)))
        out.close()
      },
    })
    expect(await errorOf(await patch(fan, path, body))).toEqual([403, 'chat_closed'])
    expect(await rowOf(path.split('/').at(-1) ?? '')).toBeUndefined()
  })

  it('is no one else’s to go on with', async () => {
    await take(true)
    const path = pathOf(await begin(fan, picture.byteLength))
    const other = await api.makeUser()
    for (const who of [other, alice]) expect((await patch(who, path, Buffer.from(picture))).status).toBe(404)
  })

  it('begins and goes on with one, and nothing reads it back', async () => {
    await take(true)
    const path = pathOf(await begin(fan, 10))
    for (const method of ['GET', 'PUT'])
      expect(await errorOf(await request(fan, method, path, {}))).toEqual([404, 'not_found'])
  })

  it('is written only as whom it means to', async () => {
    await take(true)
    const path = pathOf(await begin(fan, 10))
    const remove = (id: string) => request(fan, 'DELETE', path, { [writtenAsHeader]: id })
    expect(await errorOf(await remove(alice.id))).toEqual([409, 'identity_changed'])
    expect((await remove(fan.id)).status).toBe(204)
  })

  it('has a size, a number an hour and a sum', async () => {
    await take(true)
    expect(await errorOf(await begin(fan, fanFileBytes + 1))).toEqual([413, 'too_large'])
    expect((await begin(fan, fanFileBytes)).status).toBe(201)
    await api.db.run(addVaultBytes, { owner: fan.id, bytes: fanMediaBytes - fanFileBytes - 9 })
    expect(await errorOf(await begin(fan, 10))).toEqual([507, 'quota_full'])
    expect((await begin(fan, 9)).status).toBe(201)
    const taken = vi.spyOn(api.ctx.rates, 'take')
    await begin(fan, 1)
    expect(taken).toHaveBeenCalledWith('fan_media', fan.id)
    taken.mockRestore()
  })

  it('is a picture or a sound, and no film', async () => {
    await take(true)
    const sound = await upload(Buffer.from(await film('webm', false)))
    expect(await look(sound)).toMatchObject({ state: 'ready', type: 'SOUND' })
    const moving = await upload(Buffer.from(await film('webm', true)))
    expect(await look(moving)).toMatchObject({ state: 'failed', reason: 'wrong_kind' })
  })

  it('is deleted for good where it is not sent within a day, and stays where it is', async () => {
    await take(true)
    const [sent, forgotten] = [await upload(Buffer.from(picture)), await upload(Buffer.from(picture))]
    await api.call(fan, chat.send, { receiver_id: alice.id, media_ids: [sent] })
    await api.runJobs({ early: true })
    expect(await rowOf(sent)).toMatchObject({ deletedAt: null })
    expect(await rowOf(forgotten)).toMatchObject({ deletedAt: expect.any(Date), erasedAt: expect.any(Date) })
  })
})

it('leaves what a creator uploads for the vault, whomever it names', async () => {
  const bob = await makeCreator(api, 0)
  const path = pathOf(await begin(bob, picture.byteLength))
  const id = (await patch(bob, path, Buffer.from(picture))).headers.get('media-id') ?? ''
  expect(await rowOf(id)).toMatchObject({ ownerId: bob.id, onlyFor: null })
})

import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { posts } from '../../../contract/posts.ts'
import { users } from '../../../contract/users.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { bytesApp } from '../../../tests/support/bytes-app.ts'
import { follow } from '../../../tests/support/relations.ts'
import { toneInWav } from '../../../tests/support/sound-file.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { media } from '../../platform/db/schema/media.ts'
import type { Vars } from '../../platform/http/implement.ts'
import { makeSoundTrack } from '../uploads/sound-track.ts'

/** A sound for followers: who gets what is heard of it, and its waveform. */
const api = testApi()
let app: Hono<Vars>
let alice: Actor
let fiona: Actor
let id: string
let postId: string
beforeAll(() => {
  app = bytesApp(api.ctx)
})
beforeEach(async () => {
  alice = await api.makeUser({ isCreator: true, priceCents: 999 })
  fiona = await api.makeUser()
  await follow(api, fiona, alice)
  id = newId()
  await api.ctx.storage.put(`${id}/full`, toneInWav(), 'audio/wav')
  await api.db.insert(media).values({ id, ownerId: alice.id, type: 'SOUND', state: 'ready', durationMs: 2_000 })
  postId = (await api.call(alice, posts.create, { text: 'A song', visibility: 'followers', media_ids: [id] })).data.id
})

const soundOf = async (viewer: Actor | null) => (await api.call(viewer, posts.get, { id: postId })).data.media[0]
const get = (viewer: Actor | null, url: string) =>
  app.request(`http://localhost${url}`, { headers: viewer ? { cookie: viewer.cookie } : {} })

it('is heard as it was uploaded until it is made, and then as AAC with its waveform', async () => {
  const before = await soundOf(fiona)
  expect(before).toMatchObject({ waveform: null, hls: null, url: expect.stringContaining('/full?') })
  await makeSoundTrack(api.ctx, id)
  const after = await soundOf(fiona)
  expect([after?.waveform?.length, after?.hls]).toEqual([200, null])
  const answer = await get(fiona, after?.url ?? '')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/mp4'])
  expect(after?.url).toContain('/sound?')
  // What began to play before goes on as it was.
  expect((await get(fiona, before?.url ?? '')).status).toBe(200)
})

it('gives neither the sound nor its waveform to those who may not hear it', async () => {
  await makeSoundTrack(api.ctx, id)
  const url = (await soundOf(fiona))?.url ?? ''
  const stranger = await api.makeUser()
  for (const viewer of [stranger, null]) {
    expect(await soundOf(viewer)).toMatchObject({ locked: true, url: null, waveform: null })
    expect((await get(viewer, url)).status).toBe(404)
    expect((await get(viewer, url.split('?')[0] ?? '')).status).toBe(404)
  }
  for (const other of ['full', 'film-list', 'sound-list'])
    expect((await get(fiona, url.replace('/sound?', `/${other}?`))).status).toBe(404)
  await api.call(fiona, users.unfollow, { id: alice.id })
  expect((await get(fiona, url)).status).toBe(404)
})

it('is heard for half a day from the address that was given at the start', async () => {
  await makeSoundTrack(api.ctx, id)
  const url = (await soundOf(fiona))?.url ?? ''
  api.turnClock(11 * 3_600_000)
  expect((await get(fiona, url)).status).toBe(200)
  api.turnClock(1.1 * 3_600_000)
  expect((await get(fiona, url)).status).toBe(404)
  api.turnClock(-12.1 * 3_600_000)
})

it('is made once, and stays as it is where no codec reads it or its bytes are gone', async () => {
  await makeSoundTrack(api.ctx, id)
  await api.ctx.storage.remove(`${id}/sound`)
  await makeSoundTrack(api.ctx, id)
  expect(await api.ctx.storage.stat(`${id}/sound`)).toBeNull()
  for (const bytes of [Buffer.from('no sound'), null]) {
    await api.db.update(media).set({ renditions: null, waveform: null }).where(eq(media.id, id))
    if (bytes === null) await api.ctx.storage.remove(`${id}/full`)
    else await api.ctx.storage.put(`${id}/full`, bytes, 'audio/wav')
    await makeSoundTrack(api.ctx, id)
    expect(await soundOf(fiona)).toMatchObject({ waveform: null, url: expect.stringContaining('/full?') })
  }
})

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { media as contract } from '../../../contract/media.ts'
import { posts } from '../../../contract/posts.ts'
import { users } from '../../../contract/users.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { bytesApp } from '../../../tests/support/bytes-app.ts'
import { writeFilm } from '../../../tests/support/encoded-film.ts'
import { follow } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { media } from '../../platform/db/schema/media.ts'
import type { Vars } from '../../platform/http/implement.ts'
import type { Renditions } from '../../platform/media/film-sizes.ts'
import { drawChosenPoster } from '../uploads/film-poster.ts'
import { makeFilmSizes } from '../uploads/film-sizes.ts'

/** A film of 480 lines in its sizes, for followers: who gets its playlists and the bytes they name. */
const api = testApi()
let app: Hono<Vars>
let film: Buffer
let alice: Actor
let fiona: Actor
let id: string
beforeAll(async () => {
  app = bytesApp(api.ctx)
  const folder = await mkdtemp(join(tmpdir(), 'playlists-'))
  await writeFilm(join(folder, 'film.mp4'), { seconds: 6 })
  film = await readFile(join(folder, 'film.mp4'))
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  alice = await api.makeUser({ isCreator: true, priceCents: 999 })
  fiona = await api.makeUser()
  await follow(api, fiona, alice)
  id = await addFilm()
})

/** The sizes of the film, made once and copied to every other one. */
let made: { renditions: Renditions | null; files: Map<string, { bytes: Buffer; type: string }> } | null = null
async function makeSizes(): Promise<void> {
  if (made === null) {
    await makeFilmSizes(api.ctx, id)
    const files = new Map<string, { bytes: Buffer; type: string }>()
    for await (const key of api.ctx.storage.list(id)) {
      const [stat, read] = [await api.ctx.storage.stat(key), await api.ctx.storage.read(key)]
      if (stat && read) files.set(key.slice(id.length), { bytes: await buffer(read.stream), type: stat.contentType })
    }
    made = { renditions: await renditions(), files }
  }
  for (const [name, { bytes, type }] of made.files) await api.ctx.storage.put(`${id}${name}`, bytes, type)
  await api.db.update(media).set({ renditions: made.renditions, hasPoster: true }).where(eq(media.id, id))
}

async function addFilm(): Promise<string> {
  const row = { id: newId(), ownerId: alice.id, type: 'VIDEO', state: 'ready' } as const
  const facts = { width: 640, height: 480, durationMs: 6_000, bytes: film.length }
  await api.ctx.storage.put(`${row.id}/full`, film, 'video/mp4')
  await api.db.insert(media).values({ ...row, ...facts })
  return row.id
}
const post = async (visibility: 'followers' | 'public' = 'followers') =>
  (await api.call(alice, posts.create, { text: 'A film', visibility, media_ids: [id] })).data.id
const filmOf = async (viewer: Actor | null, postId: string) =>
  (await api.call(viewer, posts.get, { id: postId })).data.media[0]
const get = (viewer: Actor | null, url: string, headers: Record<string, string> = {}) =>
  app.request(`http://localhost${url}`, { headers: { ...headers, ...(viewer && { cookie: viewer.cookie }) } })
const addressesIn = (playlist: string) => [...new Set(playlist.match(/\/media\/[^"\s]+/g))]
const renditions = async () =>
  (await api.db.select({ it: media.renditions }).from(media).where(eq(media.id, id)))[0]?.it ?? null

/** Every address that a player learns from that of the film: the list, the playlists, and the files. */
async function walk(viewer: Actor | null, address: string): Promise<string[]> {
  const list = await (await get(viewer, address)).text()
  const playlists = addressesIn(list)
  const files = await Promise.all(playlists.map(async (it) => addressesIn(await (await get(viewer, it)).text())))
  return [address, ...playlists, ...files.flat()]
}

describe('a film in its sizes', () => {
  it('leads from its address to every byte, signed for the one who asks', async () => {
    const postId = await post()
    expect((await filmOf(fiona, postId))?.hls).toBeNull()
    await makeSizes()
    const address = (await filmOf(fiona, postId))?.hls ?? ''
    const all = await walk(fiona, address)
    expect(all.map((it) => /\/([\w-]+)\?v=u&/.exec(it)?.[1])).toEqual([
      'film-list',
      'sound-list',
      'v240-list',
      'v480-list',
      'sound',
      'v240',
      'v480',
    ])
    const answers = await Promise.all(all.map((it) => get(fiona, it)))
    expect(answers.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual([
      ...Array(4).fill([200, 'application/vnd.apple.mpegurl']),
      ...Array(3).fill([200, 'video/mp4']),
    ])
    // The player asks whether there is a playlist before it begins.
    const cookie = { cookie: fiona.cookie }
    expect((await app.request(`http://localhost${address}`, { method: 'HEAD', headers: cookie })).status).toBe(200)
    const part = await get(fiona, all[6] ?? '', { range: 'bytes=4-7' })
    expect([part.status, await part.text()]).toEqual([206, 'ftyp'])
  })

  it('gives no address and no byte to those who may not see it', async () => {
    const [postId, stranger] = [await post(), await api.makeUser()]
    await makeSizes()
    const all = await walk(fiona, (await filmOf(fiona, postId))?.hls ?? '')
    expect(all).toHaveLength(7)
    for (const viewer of [stranger, null]) {
      expect(await filmOf(viewer, postId)).toMatchObject({ locked: true, hls: null, url: null, poster: null })
      for (const it of all) {
        expect((await get(viewer, it)).status).toBe(404)
        expect((await get(viewer, it.split('?')[0] ?? '')).status).toBe(404)
      }
    }
    // A signature is good for its own variant alone.
    for (const it of all) expect((await get(fiona, it.replace(/\/[\w-]+\?/, '/full?'))).status).toBe(404)
    await api.call(fiona, users.unfollow, { id: alice.id })
    for (const it of all) expect((await get(fiona, it)).status).toBe(404)
  })

  it('shows its frames to those who may see it, and to no one else', async () => {
    const [postId, stranger] = [await post(), await api.makeUser()]
    expect((await filmOf(fiona, postId))?.strip).toBeNull()
    await makeSizes()
    const strip = (await filmOf(fiona, postId))?.strip
    expect(strip).toMatchObject({ count: 6, columns: 6, width: 160, height: 120, seconds: 1 })
    const address = strip?.url ?? ''
    const answer = await get(fiona, address)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([width, height]).toEqual([960, 120])
    for (const viewer of [stranger, null]) {
      expect((await filmOf(viewer, postId))?.strip).toBeNull()
      for (const it of [address, address.split('?')[0] ?? '']) expect((await get(viewer, it)).status).toBe(404)
    }
    for (const other of ['full', 'v480', 'strip-avif', 'strip-list'])
      expect((await get(fiona, address.replace('/strip?', `/${other}?`))).status).toBe(404)
    await api.call(fiona, users.unfollow, { id: alice.id })
    expect((await get(fiona, address)).status).toBe(404)
  })

  it('plays on for half a day from addresses that were given at the start, and no longer', async () => {
    const postId = await post()
    await makeSizes()
    const all = await walk(fiona, (await filmOf(fiona, postId))?.hls ?? '')
    const statuses = async () => new Set((await Promise.all(all.map((it) => get(fiona, it)))).map((it) => it.status))
    api.turnClock(11 * 3_600_000)
    expect(await statuses()).toEqual(new Set([200]))
    api.turnClock(1.1 * 3_600_000)
    expect(await statuses()).toEqual(new Set([404]))
    api.turnClock(-12.1 * 3_600_000)
  })

  it('is open to visitors where its post is public', async () => {
    const postId = await post('public')
    await makeSizes()
    const all = await walk(null, (await filmOf(null, postId))?.hls ?? '')
    expect(all).toHaveLength(7)
    expect(all.every((it) => it.includes('?v=p&'))).toBe(true)
    for (const it of all) expect((await get(null, it)).status).toBe(200)
  })
})

describe('making the sizes', () => {
  it('goes on where a killed node stopped, and makes nothing twice', async () => {
    await makeFilmSizes(api.ctx, id)
    const whole = await renditions()
    expect(whole?.sizes.map((it) => it.name)).toEqual(['v480', 'v240'])
    await api.db
      .update(media)
      .set({ renditions: { sizes: whole?.sizes.slice(0, 1) ?? [], sound: whole?.sound ?? null } })
      .where(eq(media.id, id))
    for (const it of ['v480', 'sound']) await api.ctx.storage.remove(`${id}/${it}`)
    await makeFilmSizes(api.ctx, id)
    // An encoder with several threads writes a few bytes more or fewer each time.
    const rate = { average: expect.any(Number), bandwidth: expect.any(Number) }
    const [first, second] = whole?.sizes ?? []
    expect(await renditions()).toEqual({ ...whole, sizes: [first, { ...second, ...rate }] })
    expect([await api.ctx.storage.stat(`${id}/v480`), await api.ctx.storage.stat(`${id}/sound`)]).toEqual([null, null])
  })

  it('says how far it is while it is made, to the owner alone', async () => {
    const row = { making: { part: 0.4, secondsLeft: 90 } }
    await api.db.update(media).set(row).where(eq(media.id, id))
    const making = async (viewer: Actor) => (await api.call(viewer, contract.get, { id })).data.making
    await post()
    expect([await making(alice), await making(fiona)]).toEqual([{ part: 0.4, seconds_left: 90 }, null])
    await makeFilmSizes(api.ctx, id)
    expect(await making(alice)).toBeNull()
  })

  it('makes the frame its owner chooses the poster, in the place of the one before', async () => {
    await makeFilmSizes(api.ctx, id)
    const posterOf = async () => {
      const { poster, poster_at } = (await api.call(alice, contract.get, { id })).data
      return { at: poster_at, bytes: Buffer.from(await (await get(alice, poster ?? '')).arrayBuffer()) }
    }
    const before = await posterOf()
    expect((await api.call(fiona, contract.choosePoster, { id, at: 1 })).status).toBe(403)
    const bob = await api.makeUser({ isCreator: true, priceCents: 0 })
    expect((await api.call(bob, contract.choosePoster, { id, at: 1 })).status).toBe(404)
    await api.call(alice, contract.choosePoster, { id, at: 4.5 })
    await drawChosenPoster(api.ctx, id)
    const after = await posterOf()
    expect([before.at, after.at, after.bytes.equals(before.bytes)]).toEqual([null, 4.5, false])
    // Beyond its end there is only the last frame.
    await api.call(alice, contract.choosePoster, { id, at: 600 })
    expect((await posterOf()).at).toBe(6)
  })

  it('draws a poster where the uploader has sent none, which is as locked as the film', async () => {
    const postId = await post()
    await makeFilmSizes(api.ctx, id)
    const poster = (await filmOf(fiona, postId))?.poster ?? ''
    const answer = await get(fiona, poster)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect((await get(await api.makeUser(), poster)).status).toBe(404)
  })

  it('keeps the poster that the uploader has sent', async () => {
    await api.db.update(media).set({ hasPoster: true, preview: 'theirs' }).where(eq(media.id, id))
    await makeFilmSizes(api.ctx, id)
    const [row] = await api.db.select().from(media).where(eq(media.id, id))
    expect([row?.preview, await api.ctx.storage.stat(`${id}/card`)]).toEqual(['theirs', null])
  })

  it('leaves a film as it is that no codec reads, and one whose bytes are gone', async () => {
    await api.ctx.storage.put(`${id}/full`, Buffer.from('no film'), 'video/mp4')
    await makeFilmSizes(api.ctx, id)
    await api.ctx.storage.remove(`${id}/full`)
    await makeFilmSizes(api.ctx, id)
    expect(await renditions()).toBeNull()
  })
})

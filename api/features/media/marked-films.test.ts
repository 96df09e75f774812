import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny'
import { beforeAll, describe, expect, it } from 'vitest'
import { media as contract } from '../../../contract/media.ts'
import { profile } from '../../../contract/profile.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { bytesApp } from '../../../tests/support/bytes-app.ts'
import { writeFilm } from '../../../tests/support/encoded-film.ts'
import {
  copyFilm,
  fetchParts,
  filmBytes,
  makeCopies,
  makeFilmAudience,
  partAddresses,
  publishFilm,
} from '../../../tests/support/marked-films.ts'
import { fetchVariant } from '../../../tests/support/marked-pictures.ts'
import { giveCoins } from '../../../tests/support/money.ts'
import { subscribe } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { media } from '../../platform/db/schema/media.ts'
import type { Vars } from '../../platform/http/implement.ts'
import { isCopy } from '../../platform/marks/copies.ts'
import { partsIn } from '../../platform/media/hls.ts'
import { makeFilmCopies } from '../uploads/film-copies.ts'
import { makeFilmSizes } from '../uploads/film-sizes.ts'
import { sweepCopies } from './jobs.ts'

/** A film of 40 seconds in one size: 40 parts, which 2⁴⁰ viewers can get in ways of their own. */
const api = testApi()
const facts = { width: 320, height: 240, seconds: 40 }
let app: Hono<Vars>
let alice: Actor
let fans: [Actor, Actor]
let follower: Actor
let film: Buffer
let locked: string
let forFollowers: string
beforeAll(async () => {
  app = bytesApp(api.ctx)
  ;({ alice, fans, follower } = await makeFilmAudience(api))
  film = await filmBytes((path) => writeFilm(path, { ...facts }))
  locked = (await publishFilm(api, alice, 'subscribers', film, facts)).id
  forFollowers = (await publishFilm(api, alice, 'followers', film, facts)).id
  await makeCopies(api, locked)
  await copyFilm(api, locked, forFollowers)
}, 120_000)

const get = (viewer: Actor, mediaId: string, variant: string, headers = {}) =>
  fetchVariant(api, app, viewer, { mediaId, variant }, headers)
const statusOf = async (viewer: Actor, mediaId: string, variant: string) => (await get(viewer, mediaId, variant)).status
const stored = async (id: string, name: string, range?: { start: number; end: number }) => {
  const found = await api.ctx.storage.read(`${id}/${name}`, range)
  return found === null ? null : buffer(found.stream)
}
const keysOf = async (id: string) => {
  const keys: string[] = []
  for await (const key of api.ctx.storage.list(id)) keys.push(key)
  return keys
}

/** The frames and the length of each track of a file. */
async function tracksIn(bytes: Buffer) {
  const input = new Input({ formats: [MP4], source: new BufferSource(bytes) })
  const tracks = await input.getTracks()
  const facts = await Promise.all(
    tracks.map(async (track) => {
      const stats = await track.computePacketStats()
      const first = await new EncodedPacketSink(track).getFirstPacket()
      return { type: track.type, packets: stats.packetCount, seconds: await track.computeDuration(), key: first?.type }
    }),
  )
  input.dispose()
  return facts
}

describe('a locked film', () => {
  it('comes in parts that are each fan’s own, and plays', async () => {
    const [one, other, again] = [
      await fetchParts(api, app, fans[0], locked, 'v240'),
      await fetchParts(api, app, fans[1], locked, 'v240'),
      await fetchParts(api, app, fans[0], locked, 'v240'),
    ]
    expect([one.length, other.length]).toEqual([41, 41])
    expect(one.every((it, n) => it.equals(again[n] ?? Buffer.alloc(0)))).toBe(true)
    const differing = one.filter((it, n) => !it.equals(other[n] ?? it)).length
    expect(differing).toBeGreaterThan(8)
    expect(differing).toBeLessThan(32)
    for (const parts of [one, other])
      expect(await tracksIn(Buffer.concat(parts))).toEqual([
        { type: 'video', packets: 400, seconds: expect.closeTo(40, 1), key: 'key' },
      ])
  })

  it('gives each part from one of the two copies, and no other byte of them', async () => {
    const copies = await Promise.all(
      ['v240', 'v240b'].map(async (name) => {
        const ranges = partsIn((await stored(locked, `${name}-list`))?.toString() ?? '')
        return Promise.all(ranges.map((range) => stored(locked, name, range)))
      }),
    )
    const parts = await fetchParts(api, app, fans[0], locked, 'v240')
    const from = parts.map((part, n) => copies.findIndex((copy) => copy[n]?.equals(part)))
    expect(from[0]).toBe(0)
    expect(new Set(from)).toEqual(new Set([0, 1]))
    const range = await get(fans[0], locked, 'v240-p3', { range: 'bytes=4-999999999' })
    expect(range.status).toBe(206)
    expect(parts[3]?.subarray(4).equals(Buffer.from(await range.arrayBuffer()))).toBe(true)
    expect((await get(fans[0], locked, 'v240-p3', { range: `bytes=${parts[3]?.length}-` })).status).toBe(416)
  })

  it('is not sent whole, in its second copy, as it was uploaded or in parts that are none, to a fan who may see it', async () => {
    await fetchParts(api, app, fans[0], locked, 'v240')
    const refused = ['full', 'v240', 'v240b', 'v240b-list', 'v240b-p1', 'v240-p41', 'v240-p01', 'v480-p1', 'v480-list']
    for (const variant of [...refused, 'print', 'download', 'v240-m1', 'full-m1', 'part-0123456789abcdef'])
      expect([variant, await statusOf(fans[0], locked, variant)]).toEqual([variant, 404])
    for (const variant of ['film-list', 'v240-list', 'v240-p0', 'v240-p40', 'sound', 'sound-list', 'strip', 'card'])
      expect([variant, (await statusOf(fans[0], locked, variant)) === 404]).toEqual([variant, variant === 'card'])
  })

  it('gives no part to a fan who has no mark yet', async () => {
    const unmarked = await api.makeUser()
    await subscribe(api, unmarked, alice)
    expect(await statusOf(unmarked, locked, 'v240-p3')).toBe(404)
    expect(await statusOf(unmarked, locked, 'v240-list')).toBe(200)
    expect(await statusOf(unmarked, locked, 'v240-p3')).toBe(200)
  })

  it('gives a part at no address but the one that was signed for this fan and this part', async () => {
    const [address = ''] = (await partAddresses(api, app, fans[0], locked, 'v240')).slice(3)
    const ask = async (viewer: Actor, url: string) =>
      (await app.request(url, { headers: { cookie: viewer.cookie } })).status
    expect(await ask(fans[0], address)).toBe(200)
    expect([await ask(fans[1], address), await ask(alice, address)]).toEqual([404, 404])
    for (const variant of ['v240-p4', 'v240-p03', 'v240-P3', 'v240-p3%00', 'v240b-p3', 'v240', 'v240-p3/'])
      expect([variant, await ask(fans[0], address.replace('v240-p3', variant))]).toEqual([variant, 404])
  })

  it('ends with the next part when the right to it ends', async () => {
    const gone = await api.makeUser()
    await subscribe(api, gone, alice, { activeUntil: new Date(api.ctx.now() + 3_600_000) })
    const addresses = await partAddresses(api, app, gone, locked, 'v240')
    const ask = async () => (await app.request(addresses[5] ?? '', { headers: { cookie: gone.cookie } })).status
    expect(await ask()).toBe(200)
    api.turnClock(3_700_000)
    expect(await ask()).toBe(404)
    api.turnClock(-3_700_000)
  })
})

describe('no mark has', () => {
  it('a film for followers, or a creator’s own: they get ranges of the first copy', async () => {
    for (const [viewer, id] of [
      [follower, forFollowers],
      [fans[0], forFollowers],
      [alice, locked],
    ] as const) {
      const addresses = await partAddresses(api, app, viewer, id, 'v240')
      expect(new Set(addresses.map((it) => /\/([\w-]+)\?/.exec(it)?.[1]))).toEqual(new Set(['v240']))
      const whole = await get(viewer, id, 'v240')
      expect(Buffer.from(await whole.arrayBuffer()).equals((await stored(id, 'v240')) ?? film)).toBe(true)
      expect(Buffer.from(await (await get(viewer, id, 'full')).arrayBuffer()).equals(film)).toBe(true)
      // A fan who was marked until now plays on.
      expect(await statusOf(viewer, id, 'v240-p3')).toBe(200)
      for (const variant of ['v240b', 'v240b-list']) expect(await statusOf(viewer, id, variant)).toBe(404)
    }
  })

  it('a film before its second copies are there', async () => {
    const { id } = await publishFilm(api, alice, 'subscribers', film, facts)
    expect(await statusOf(fans[0], id, 'full')).toBe(200)
    await makeFilmSizes(api.ctx, id)
    const addresses = await partAddresses(api, app, fans[0], id, 'v240')
    expect(addresses.every((it) => it.includes('/v240?'))).toBe(true)
    // Its second copy would not have the parts of the first one.
    const list = (await stored(id, 'v240-list'))?.toString() ?? ''
    await api.ctx.storage.put(`${id}/v240-list`, Buffer.from(list.replace('#EXTINF:1,', '#EXTINF:2,')), 'text/plain')
    await makeFilmCopies(api.ctx, id)
    expect([await stored(id, 'v240b'), await statusOf(fans[0], id, 'full')]).toEqual([null, 200])
    await api.ctx.storage.put(`${id}/v240-list`, Buffer.from(list), 'text/plain')
    await makeFilmCopies(api.ctx, id)
    const [row] = await api.db.select({ it: media.renditions }).from(media).where(eq(media.id, id))
    expect([row?.it?.sizes[0]?.isMarked, await statusOf(fans[0], id, 'full')]).toEqual([true, 404])
    // A node that goes on where a killed one stopped makes nothing twice.
    await api.ctx.storage.remove(`${id}/v240b`)
    await makeFilmCopies(api.ctx, id)
    expect(await stored(id, 'v240b')).toBeNull()
  }, 90_000)
})

describe('a fan’s copy to keep', () => {
  it('has their parts and the sound, is made once, and is deleted after a month', async () => {
    const { id } = await publishFilm(api, alice, 'paid', film, facts)
    await copyFilm(api, locked, id)
    for (const fan of fans) {
      await giveCoins(api, fan, 20)
      expect((await api.call(fan, contract.unlock, { id, expected_price: 5 })).status).toBe(200)
    }
    expect(await statusOf(fans[0], id, 'download')).toBe(404)
    await api.call(alice, profile.update, { media_downloads: true })
    const copies: Buffer[] = []
    for (const fan of [...fans, fans[0]]) {
      const answer = await get(fan, id, 'download')
      expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
        200,
        expect.stringMatching(/^attachment; filename="fanfare-\w+\.mp4"$/),
      ])
      copies.push(Buffer.from(await answer.arrayBuffer()))
    }
    expect([copies[0]?.equals(copies[1] ?? film), copies[0]?.equals(copies[2] ?? film)]).toEqual([false, true])
    expect((await tracksIn(copies[0] ?? film)).map((it) => [it.type, it.packets]).sort()).toEqual([
      ['audio', expect.any(Number)],
      ['video', 400],
    ])
    const left = async () => (await keysOf(id)).filter(isCopy).length
    expect(await left()).toBe(2)
    api.turnClock(31 * 86_400_000)
    await sweepCopies(api.ctx)
    api.turnClock(-31 * 86_400_000)
    expect(await left()).toBe(0)
  })
})

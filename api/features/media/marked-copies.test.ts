import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { trashDays } from '../../../contract/limits.ts'
import { media as contract } from '../../../contract/media.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { bytesApp } from '../../../tests/support/bytes-app.ts'
import { fetchVariant, publishPicture } from '../../../tests/support/marked-pictures.ts'
import { giveCoins, makeCreator } from '../../../tests/support/money.ts'
import { follow, subscribe } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { mediaFingerprints, mediaMarks } from '../../platform/db/schema/marks.ts'
import type { Vars } from '../../platform/http/implement.ts'
import { isCopy } from '../../platform/marks/copies.ts'
import { markKey } from '../../platform/marks/mark-key.ts'
import { sweepUploads } from '../uploads/jobs.ts'
import { sweepCopies } from './jobs.ts'

const api = testApi()
type Published = Awaited<ReturnType<typeof publishPicture>>
let app: Hono<Vars>
let alice: Actor
let subscriber: Actor
let buyer: Actor
let follower: Actor
let pictures: Record<'public' | 'followers' | 'subscribers' | 'paid', Published>
beforeAll(async () => {
  app = bytesApp(api.ctx)
  alice = await makeCreator(api)
  ;[subscriber, buyer, follower] = [await api.makeUser(), await api.makeUser(), await api.makeUser()]
  pictures = {
    public: await publishPicture(api, alice, 'public', 1),
    followers: await publishPicture(api, alice, 'followers', 2),
    subscribers: await publishPicture(api, alice, 'subscribers', 3),
    paid: await publishPicture(api, alice, 'paid', 4),
  }
  await follow(api, follower, alice)
  await subscribe(api, subscriber, alice)
  await giveCoins(api, buyer, 20)
  const bought = await api.call(buyer, contract.unlock, { id: pictures.paid.id, expected_price: 5 })
  expect(bought.status).toBe(200)
})

const variants = ['small', 'card', 'full'] as const
const get = (viewer: Actor, mediaId: string, variant: string, headers = {}) =>
  fetchVariant(api, app, viewer, { mediaId, variant }, headers)
async function bytesOf(viewer: Actor, mediaId: string, variant: string, headers = {}): Promise<Buffer> {
  const answer = await get(viewer, mediaId, variant, headers)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}
const keysOf = async (mediaId: string) => {
  const keys: string[] = []
  for await (const key of api.ctx.storage.list(mediaId)) keys.push(key)
  return keys
}

describe('a locked picture', () => {
  it.each(variants)('is sent as a copy with the mark of its viewer (%s)', async (variant) => {
    for (const [viewer, place] of [
      [subscriber, 'subscribers'],
      [buyer, 'paid'],
    ] as const) {
      const { id, clean } = pictures[place]
      const accept = { accept: 'image/avif,image/webp,*/*' }
      for (const bytes of [await bytesOf(viewer, id, variant), await bytesOf(viewer, id, variant, accept)]) {
        // Neither the clean bytes nor its pixels, in whatever format the browser takes.
        expect([...clean.values()].some((it) => it.equals(bytes))).toBe(false)
        expect(await differing(bytes, clean.get(variant) ?? bytes)).toBeGreaterThan(0.2)
      }
    }
  })

  it('is the same copy each time for one fan and another one for another fan', async () => {
    const { id } = pictures.subscribers
    const other = await api.makeUser()
    await subscribe(api, other, alice)
    const [one, again, others] = [
      await bytesOf(subscriber, id, 'card'),
      await bytesOf(subscriber, id, 'card'),
      await bytesOf(other, id, 'card'),
    ]
    expect([one.equals(again), one.equals(others)]).toEqual([true, false])
  })

  it('is made once for requests of the same moment', async () => {
    const other = await api.makeUser()
    await subscribe(api, other, alice)
    const answers = await Promise.all(Array.from({ length: 8 }, () => bytesOf(other, pictures.subscribers.id, 'card')))
    expect(answers.every((it) => it.equals(answers[0] ?? it))).toBe(true)
    const marks = await api.db.select().from(mediaMarks).where(eq(mediaMarks.viewerId, other.id))
    expect(marks).toHaveLength(1)
  })

  it('is answered by ETag, range and HEAD as every media is, with no statement but the check once it is made', async () => {
    const { id } = pictures.subscribers
    const { headers } = await get(subscriber, id, 'card')
    const { run } = api.ctx.db
    const names: string[] = []
    api.ctx.db.run = (statement, values) => {
      names.push(statement.name)
      return run(statement, values)
    }
    const again = await get(subscriber, id, 'card', { 'if-none-match': headers.get('etag') ?? '' })
    api.ctx.db.run = run
    expect([again.status, names.filter((name) => name.startsWith('media_') || name.startsWith('mark'))]).toEqual([
      304,
      ['media_may_fetch'],
    ])
    expect((await get(subscriber, id, 'card', { range: 'bytes=0-9' })).status).toBe(206)
    expect(headers.get('cache-control')).toBe('private, max-age=30, must-revalidate')
  })

  it('is no longer sent after the right to it has ended, and under no name of its copies', async () => {
    const gone = await api.makeUser()
    await subscribe(api, gone, alice, { activeUntil: new Date(api.ctx.now() + 3_600_000) })
    const { id } = pictures.subscribers
    await bytesOf(gone, id, 'card')
    const copies = (await keysOf(id)).filter(isCopy)
    expect(copies.length).toBeGreaterThan(0)
    api.turnClock(3_700_000)
    expect((await get(gone, id, 'card')).status).toBe(404)
    api.turnClock(-3_700_000)
    for (const key of copies) expect((await app.request(`/media/${key}?v=p&e=1&s=x`)).status).toBe(404)
  })
})

describe('no mark has', () => {
  it('a picture for everyone, one for followers, or a creator’s own', async () => {
    for (const variant of variants) {
      const asked = [
        [follower, pictures.followers],
        [subscriber, pictures.followers],
        [follower, pictures.public],
        [alice, pictures.subscribers],
        [alice, pictures.paid],
      ] as const
      for (const [viewer, { id, clean }] of asked)
        expect(await bytesOf(viewer, id, variant)).toEqual(clean.get(variant))
    }
    const marks = await api.db.select().from(mediaMarks).where(eq(mediaMarks.mediaId, pictures.followers.id))
    expect(marks).toEqual([])
  })

  it('what cannot be opened as a picture', async () => {
    const { id } = await publishPicture(api, alice, 'subscribers', 5)
    await api.ctx.storage.put(`${id}/card`, Buffer.from('no picture'), 'image/webp')
    expect((await bytesOf(subscriber, id, 'card')).toString()).toBe('no picture')
  })
})

describe('the copies in storage', () => {
  it('are deleted after a month and made again, the same', async () => {
    const { id } = pictures.paid
    const before = await bytesOf(buyer, id, 'full')
    const clean = (await keysOf(id)).filter((key) => !isCopy(key))
    api.turnClock(29 * dayMs)
    await sweepCopies(api.ctx)
    expect((await keysOf(id)).length).toBeGreaterThan(clean.length)
    api.turnClock(2 * dayMs)
    await sweepCopies(api.ctx)
    api.turnClock(-31 * dayMs)
    expect((await keysOf(id)).sort()).toEqual(clean.sort())
    expect((await bytesOf(buyer, id, 'full')).equals(before)).toBe(true)
  })

  it('are deleted with the picture, and its fingerprint too', async () => {
    const { id } = await publishPicture(api, alice, 'subscribers', 6)
    await bytesOf(subscriber, id, 'card')
    const fingerprint = async () =>
      (await api.db.select().from(mediaFingerprints).where(eq(mediaFingerprints.mediaId, id)))[0]?.grey
    expect(await fingerprint()).toEqual(expect.any(String))
    await api.call(alice, contract.remove, { id })
    api.turnClock((trashDays + 1) * dayMs)
    await sweepUploads(api.ctx)
    api.turnClock(-(trashDays + 1) * dayMs)
    expect([await keysOf(id), await fingerprint()]).toEqual([[], undefined])
  })
})

it('the key of marks is the same for every node', async () => {
  const keys = await Promise.all([markKey(api.ctx), markKey(api.ctx)])
  expect([keys[0].length, keys[1]]).toEqual([32, keys[0]])
})

const dayMs = 86_400_000

/** The mean difference of two pictures in levels of brightness. */
async function differing(a: Buffer, b: Buffer): Promise<number> {
  const [one, other] = await Promise.all([a, b].map((it) => sharp(it).greyscale().raw().toBuffer()))
  if (one === undefined || other === undefined || one.length !== other.length) return 255
  return one.reduce((sum, it, n) => sum + Math.abs(it - (other[n] ?? 0)), 0) / one.length
}

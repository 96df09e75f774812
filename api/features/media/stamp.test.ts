import type { Hono } from 'hono'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { media } from '../../../contract/media.ts'
import { profile } from '../../../contract/profile.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { bytesApp } from '../../../tests/support/bytes-app.ts'
import { fetchVariant, publishPicture, traceFile } from '../../../tests/support/marked-pictures.ts'
import { giveCoins, makeCreator } from '../../../tests/support/money.ts'
import { subscribe } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import type { Vars } from '../../platform/http/implement.ts'
import { isCopy } from '../../platform/marks/copies.ts'

/** The visible name of a fan on a creator's locked pictures (product §45). */
const api = testApi()
let app: Hono<Vars>
let alice: Actor
let buyer: Actor
let subscriber: Actor
let paid: Awaited<ReturnType<typeof publishPicture>>
let open: Awaited<ReturnType<typeof publishPicture>>
beforeAll(async () => {
  app = bytesApp(api.ctx)
  alice = await makeCreator(api)
  ;[buyer, subscriber] = [await api.makeUser({ username: 'a_buyer.of_it' }), await api.makeUser()]
  await giveCoins(api, buyer, 20)
  await subscribe(api, subscriber, alice)
  paid = await publishPicture(api, alice, 'paid', 21)
  open = await publishPicture(api, alice, 'public', 22)
  await api.call(buyer, media.unlock, { id: paid.id, expected_price: 5 })
})

async function bytesOf(viewer: Actor, mediaId: string, variant = 'card'): Promise<Buffer> {
  const answer = await fetchVariant(api, app, viewer, { mediaId, variant })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}
const setStamp = async (media_stamp: boolean) =>
  expect((await api.call(alice, profile.update, { media_stamp })).data.media_stamp).toBe(media_stamp)

/** How far two pictures are apart where the stamp is, and everywhere else: the mean of levels. */
async function apart(one: Buffer, other: Buffer) {
  const [a, b] = await Promise.all(
    [one, other].map((it) => sharp(it).greyscale().raw().toBuffer({ resolveWithObject: true })),
  )
  if (!a || !b) throw new Error('two pictures')
  const { width, height } = a.info
  const sums = { corner: 0, rest: 0 }
  for (const [at, level] of a.data.entries()) {
    const isCorner = at % width > width * 0.6 && at / width > height * 0.9
    sums[isCorner ? 'corner' : 'rest'] += Math.abs(level - (b.data[at] ?? 0))
  }
  const corner = 0.4 * 0.1 * width * height
  return { corner: sums.corner / corner, rest: sums.rest / (width * height - corner) }
}

it('writes the name in the corner once the creator wants it, and leaves it out again', async () => {
  const plain = await bytesOf(buyer, paid.id)
  await setStamp(true)
  const stamped = await bytesOf(buyer, paid.id)
  const { corner, rest } = await apart(plain, stamped)
  // 7 to 9 levels, as the mark under it falls out; without a stamp both are 0.
  expect(corner).toBeGreaterThan(5)
  expect(rest).toBeLessThan(1)
  await setStamp(false)
  expect((await bytesOf(buyer, paid.id)).equals(plain)).toBe(true)
})

it('is traced under its stamp, and where the stamp was cut off', async () => {
  await setStamp(true)
  const stamped = await bytesOf(buyer, paid.id)
  const { width = 0, height = 0 } = await sharp(stamped).metadata()
  const cut = await sharp(stamped)
    .extract({ left: 0, top: 0, width, height: Math.round(height * 0.85) })
    .jpeg({ quality: 70 })
    .toBuffer()
  for (const leaked of [stamped, cut]) {
    const { data } = await traceFile(app, alice, leaked)
    expect(data.copies.map((it) => it.fan?.username)).toEqual(['a_buyer.of_it'])
  }
})

it('stamps neither what everyone sees nor what the creator sees', async () => {
  await setStamp(true)
  expect(await bytesOf(alice, paid.id)).toEqual(paid.clean.get('card'))
  expect(await bytesOf(subscriber, open.id)).toEqual(open.clean.get('card'))
})

it('is stored as a copy, which is swept as copies are', async () => {
  await setStamp(true)
  await bytesOf(buyer, paid.id, 'small')
  const keys: string[] = []
  for await (const key of api.ctx.storage.list(paid.id)) keys.push(key)
  const stamped = keys.filter((key) => key.includes('stamped'))
  expect(stamped.length).toBeGreaterThan(0)
  expect(stamped.every(isCopy)).toBe(true)
})

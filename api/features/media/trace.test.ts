import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { media as contract } from '../../../contract/media.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { bytesApp } from '../../../tests/support/bytes-app.ts'
import { fetchVariant, publishPicture, traceFile } from '../../../tests/support/marked-pictures.ts'
import { giveCoins, makeCreator } from '../../../tests/support/money.ts'
import { naturalPicture } from '../../../tests/support/natural-picture.ts'
import { subscribe } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { users } from '../../platform/db/schema/identity.ts'
import type { Vars } from '../../platform/http/implement.ts'

const api = testApi()
type Published = Awaited<ReturnType<typeof publishPicture>>
let app: Hono<Vars>
let alice: Actor
let bob: Actor
let subscriber: Actor
let buyer: Actor
let forSubscribers: Published
let forSale: Published
let sent: Published
beforeAll(async () => {
  app = bytesApp(api.ctx)
  ;[alice, bob] = [await makeCreator(api), await makeCreator(api)]
  ;[subscriber, buyer] = [await api.makeUser(), await api.makeUser()]
  forSubscribers = await publishPicture(api, alice, 'subscribers', 11)
  forSale = await publishPicture(api, alice, 'paid', 12)
  sent = await publishPicture(api, alice, 'paid', 13)
  await subscribe(api, subscriber, alice)
  await giveCoins(api, buyer, 20)
  await api.call(buyer, contract.unlock, { id: forSale.id, expected_price: 5 })
  await api.call(alice, chat.send, { receiver_id: buyer.id, content: '', media_ids: [sent.id] })
})

async function copyOf(viewer: Actor, { id: mediaId }: Published, variant = 'card'): Promise<Buffer> {
  const answer = await fetchVariant(api, app, viewer, { mediaId, variant })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}
const leaked = (copy: Buffer): Promise<Buffer> =>
  sharp(copy)
    .extract({ left: 40, top: 20, width: 850, height: 600 })
    .resize({ width: 620 })
    .jpeg({ quality: 70 })
    .toBuffer()

describe('a leaked copy', () => {
  it('names the fan, the purchase and the moment', async () => {
    const { status, data } = await traceFile(app, alice, await leaked(await copyOf(buyer, forSale)))
    expect(status).toBe(200)
    expect(data).toMatchObject({
      media: { id: forSale.id, name: 'Picture 12', thumb: expect.stringContaining('/thumb?') },
      copies: [
        {
          fan: { id: buyer.id, username: buyer.username },
          basis: 'bought',
          purchase: { price: 5, id: expect.any(String), at: expect.any(String) },
          first_sent_at: expect.any(String),
          confidence: 'certain',
        },
      ],
    })
  })

  it.each(['small', 'full'])('is traced to a subscriber and to who got it in a message (%s)', async (variant) => {
    const seen = await traceFile(app, alice, await copyOf(subscriber, forSubscribers, variant), 'image/webp')
    expect(seen.data).toMatchObject({
      media: { id: forSubscribers.id },
      copies: [{ fan: { id: subscriber.id }, basis: 'subscribed', purchase: null }],
    })
    const message = await traceFile(app, alice, await copyOf(buyer, sent, variant), 'image/webp')
    expect(message.data).toMatchObject({
      media: { id: sent.id },
      copies: [{ fan: { id: buyer.id }, basis: 'sent', purchase: null }],
    })
  })

  it('is traced where it is mirrored', async () => {
    const mirrored = await sharp(await copyOf(buyer, forSale))
      .flop()
      .jpeg({ quality: 80 })
      .toBuffer()
    expect((await traceFile(app, alice, mirrored)).data.copies).toMatchObject([{ fan: { id: buyer.id } }])
  })

  it('is not traced by another creator', async () => {
    await publishPicture(api, bob, 'subscribers', 14)
    const { status, data } = await traceFile(app, bob, await leaked(await copyOf(buyer, forSale)))
    expect([status, data]).toEqual([200, { media: null, copies: [] }])
  })

  it('is traced after the fan’s account is gone, without a name', async () => {
    const gone = await api.makeUser()
    await subscribe(api, gone, alice)
    const copy = await copyOf(gone, forSubscribers)
    await api.db.update(users).set({ username: null, deletedAt: new Date() }).where(eq(users.id, gone.id))
    expect((await traceFile(app, alice, await leaked(copy))).data.copies).toMatchObject([
      { fan: { id: gone.id, username: null } },
    ])
  })
})

it.each([
  ['a clean picture that was sold', () => forSale.clean.get('card')],
  ['a clean picture for subscribers', () => forSubscribers.clean.get('full')],
  ['another picture', () => drawn(99)],
])('finds no mark in %s', async (_, make) => {
  const { data } = await traceFile(app, alice, (await make()) ?? Buffer.alloc(0), 'image/webp')
  expect(data).toEqual({ media: null, copies: [] })
})

const drawn = (number: number): Promise<Buffer> => {
  const { data, width, height, channels } = naturalPicture(number, 900, 700)
  return sharp(data, { raw: { width, height, channels } }).jpeg().toBuffer()
}

it('refuses what is no picture, what is too large, and who is no creator', async () => {
  const file = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#111' } })
    .jpeg()
    .toBuffer()
  expect(await traceFile(app, alice, Buffer.from('hello'))).toMatchObject({
    status: 415,
    data: { reason: 'unknown_format' },
  })
  expect(await traceFile(app, alice, file.subarray(0, 200))).toMatchObject({
    status: 415,
    data: { reason: 'unreadable' },
  })
  expect((await traceFile(app, alice, file, 'text/plain')).status).toBe(415)
  expect((await traceFile(app, alice, Buffer.alloc(16 * 1024 * 1024))).status).toBe(413)
  expect((await traceFile(app, buyer, file)).data.error).toBe('not_creator')
  expect((await traceFile(app, { ...alice, cookie: '' }, file)).status).toBe(401)
  expect((await traceFile(app, alice, file)).data).toEqual({ media: null, copies: [] })
})

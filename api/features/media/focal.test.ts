import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, expect, it } from 'vitest'
import { media as contract } from '../../../contract/media.ts'
import { posts } from '../../../contract/posts.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { media } from '../../platform/db/schema/media.ts'
import { makeImage } from '../../platform/media/image.ts'

/** A picture of 600 × 200: grey, with a bright square at the left and another at the right, as an upload stores it. */
const api = testApi()
let alice: Actor
let id: string
beforeEach(async () => {
  alice = await api.makeUser({ isCreator: true, priceCents: 999 })
  id = newId()
  const made = await makeImage(await twoSquares())
  for (const [variant, it] of Object.entries(made.variants))
    await api.ctx.storage.put(`${id}/${variant}`, it.bytes, it.type)
  const row = { id, ownerId: alice.id, type: 'IMAGE', state: 'ready' } as const
  await api.db.insert(media).values({ ...row, width: made.width, height: made.height, focal: made.focal })
})

async function twoSquares(): Promise<Buffer> {
  const square = (background: string) =>
    sharp({ create: { width: 100, height: 100, channels: 3, background } })
      .png()
      .toBuffer()
  return sharp({ create: { width: 600, height: 200, channels: 3, background: '#777777' } })
    .composite([
      { input: await square('#ff3020'), left: 20, top: 50 },
      { input: await square('#2040ff'), left: 480, top: 50 },
    ])
    .png()
    .toBuffer()
}

/** How red and how blue the middle of the square is. */
async function middleOfThumb(): Promise<'red' | 'blue' | 'grey'> {
  const found = await api.ctx.storage.read(`${id}/thumb`)
  if (found === null) throw new Error('there is no thumb')
  const { channels } = await sharp(await buffer(found.stream)).stats()
  const [red = 0, , blue = 0] = channels.map((it) => it.mean)
  if (Math.abs(red - blue) < 5) return 'grey'
  return red > blue ? 'red' : 'blue'
}
const update = (actor: Actor, focal: { x: number; y: number } | null) => api.call(actor, contract.update, { id, focal })

it('crops around the point that the owner chooses, and around what stands out again with null', async () => {
  const found = (await api.call(alice, contract.get, { id })).data.focal
  expect((await update(alice, { x: 90, y: 50 })).data.focal).toEqual({ x: 90, y: 50 })
  expect(await middleOfThumb()).toBe('blue')
  await update(alice, { x: 0, y: 100 })
  expect(await middleOfThumb()).toBe('red')
  await update(alice, { x: 50, y: 50 })
  expect(await middleOfThumb()).toBe('grey')
  // Found again in what was stored, which is not to the pixel what was uploaded.
  const again = (await update(alice, null)).data.focal
  expect(Math.abs((again?.x ?? 50) - (found?.x ?? 0))).toBeLessThan(4)
  expect(found?.x).not.toBe(50)
  expect(await middleOfThumb()).toBe((found?.x ?? 0) < 50 ? 'red' : 'blue')
})

it('is sent with the picture to those who may see it, and to no one else', async () => {
  await update(alice, { x: 10, y: 50 })
  const post = { text: 'Two squares', visibility: 'followers' as const, media_ids: [id] }
  const { data } = await api.call(alice, posts.create, post)
  const seenBy = async (actor: Actor | null) => (await api.call(actor, posts.get, { id: data.id })).data.media[0]
  expect((await seenBy(alice))?.focal).toEqual({ x: 10, y: 50 })
  expect(await seenBy(await api.makeUser())).toMatchObject({ locked: true, focal: null })
})

it('answers 404 for the picture of another creator', async () => {
  const other = await api.makeUser({ isCreator: true, priceCents: 999 })
  expect((await update(other, { x: 90, y: 50 })).status).toBe(404)
})

it.each([
  ['a film', { type: 'VIDEO' }],
  ['a picture that could not be read', { state: 'failed' }],
  ['a picture without a width', { width: null }],
  ['a picture without a height', { height: null }],
] as const)('answers 404 for %s', async (_, facts) => {
  await api.db.update(media).set(facts).where(eq(media.id, id))
  expect((await update(alice, { x: 1, y: 1 })).status).toBe(404)
  expect(await middleOfThumb()).not.toBe('grey')
})

it.each([
  { x: 101, y: 0 },
  { x: -1, y: 0 },
  { x: 1.5, y: 0 },
])('refuses %o with 400', async (focal) => {
  expect((await update(alice, focal)).status).toBe(400)
})

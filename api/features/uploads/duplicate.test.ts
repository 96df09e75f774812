import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { contentHashBlock } from '../../../contract/content-hash.ts'
import { media as vault } from '../../../contract/media.ts'
import { uploads as contract } from '../../../contract/uploads.ts'
import { contentHashOf } from '../../../src/lib/content-hash.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { media } from '../../platform/db/schema/media.ts'
import { openContentHash } from './content-hash.ts'
import { addPart } from './parts.ts'
import { beginUpload, finishUpload } from './uploads.ts'

const api = testApi()
let alice: Actor
let bob: Actor
let picture: Buffer
let hash: string
beforeAll(async () => {
  alice = await api.makeUser({ isCreator: true, priceCents: 0 })
  bob = await api.makeUser({ isCreator: true, priceCents: 0 })
  picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#345' } })
    .png()
    .toBuffer()
  hash = (await contentHashOf(new Blob([new Uint8Array(picture)]))) ?? ''
})

async function upload(actor: Actor, bytes: Buffer, name: string): Promise<string> {
  const id = await beginUpload(api.ctx, actor.id, name, bytes.byteLength)
  const middle = Math.floor(bytes.byteLength / 2)
  await addPart(api.ctx, id, 0, bytes.subarray(0, middle))
  await addPart(api.ctx, id, middle, bytes.subarray(middle))
  await finishUpload(api.ctx, { id: actor.id, acting: null } as Parameters<typeof finishUpload>[1], { id }, 'IMAGE')
  await api.runJobs()
  return id
}
const find = async (actor: Actor, content_hash: string) =>
  (await api.call(actor, contract.duplicate, { content_hash })).data.media

it.each([0, 1, contentHashBlock - 1, contentHashBlock, contentHashBlock + 1, 2 * contentHashBlock, 9_999_999])(
  'is the same in a browser and here for %i bytes, however they are cut',
  async (size) => {
    const bytes = randomBytes(size)
    const [whole, cut] = [openContentHash(), openContentHash()]
    whole.add(bytes)
    for (let at = 0; at < size; at += 1_234_567) cut.add(bytes.subarray(at, at + 1_234_567))
    const digest = whole.digest()
    expect([cut.digest(), await contentHashOf(new Blob([bytes]))]).toEqual([digest, digest])
  },
)

it('finds the media of the same file, under whatever name it was sent, and the oldest of several', async () => {
  expect(await find(alice, hash)).toBeNull()
  const first = await upload(alice, picture, 'silk.png')
  await upload(alice, picture, 'silk again.png')
  expect(await find(alice, hash)).toMatchObject({ id: first, name: 'silk.png' })
})

it('finds nothing of another creator, and nothing that was deleted', async () => {
  expect(await find(bob, hash)).toBeNull()
  const own = await upload(bob, picture, 'mine.png')
  expect(await find(bob, hash)).toMatchObject({ id: own })
  await api.call(bob, vault.remove, { id: own })
  expect(await find(bob, hash)).toBeNull()
})

it('finds nothing that could not be made', async () => {
  const id = await upload(bob, picture, 'mine.png')
  await api.db.update(media).set({ state: 'failed' }).where(eq(media.id, id))
  expect(await find(bob, hash)).toBeNull()
})

it('takes a hash and nothing else', async () => {
  for (const content_hash of ['', 'x', hash.toUpperCase(), `${hash}0`])
    expect((await api.fetch(alice, `/api/vault-duplicates/${content_hash}`)).status).toBeGreaterThanOrEqual(400)
})

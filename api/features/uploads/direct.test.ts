import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { directPartBytes, uploadBytes } from '../../../contract/limits.ts'
import { media as vault } from '../../../contract/media.ts'
import { uploads as contract } from '../../../contract/uploads.ts'
import { contentHashOf } from '../../../src/lib/content-hash.ts'
import { type Actor, openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { openS3, type S3 } from '../../../tests/support/s3.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { addPart, openParts } from './parts.ts'

describe('with a bucket that browsers reach', () => {
  let s3: S3
  let api: TestApi
  let alice: Actor
  let bob: Actor
  /** Noise of two parts and a half. */
  let picture: Buffer
  beforeAll(async () => {
    s3 = await openS3()
    api = await openTestApi({ env: { ...s3.env, S3_PUBLIC_ENDPOINT: s3.env.S3_ENDPOINT ?? '' } })
    alice = await api.makeUser({ isCreator: true, priceCents: 0 })
    bob = await api.makeUser({ isCreator: true, priceCents: 0 })
    const [width, height] = [1_900, 1_900]
    const noise = new Uint16Array(randomBytes(width * height * 6).buffer)
    picture = await sharp(noise, { raw: { width, height, channels: 3 } })
      .toColourspace('rgb16')
      .png({ compressionLevel: 0 })
      .toBuffer()
  })
  afterAll(async () => {
    await api.close()
    await s3.close()
  })

  const begin = async (change: { size?: number; content_hash?: string } = {}) => {
    const { data } = await api.call(alice, contract.beginDirect, {
      name: 'noise.png',
      size: picture.byteLength,
      ...change,
    })
    return { id: data.id ?? '', next: data.next }
  }
  type Next = NonNullable<Awaited<ReturnType<typeof begin>>['next']>
  const put = (next: Next, bytes?: Uint8Array) =>
    fetch(next.url, {
      method: 'PUT',
      body: new Uint8Array(bytes ?? picture.subarray(next.position, next.position + next.bytes)),
    })
  const add = async (id: string, next: Next | null, actor = alice) => {
    const part = next && { name: next.name, position: next.position, bytes: next.bytes }
    return (await api.call(actor, contract.addDirectPart, { id, ...(part && { part }) })).data
  }

  it('takes a file in parts from there and makes a media of it, which it knows again', async () => {
    const content_hash = (await contentHashOf(new Blob([new Uint8Array(picture)]))) ?? ''
    const { id, next } = await begin({ content_hash })
    const sizes: number[] = []
    for (let at = next; at !== null; ) {
      sizes.push(at.bytes)
      expect((await put(at)).status).toBe(200)
      const step = await add(id, at)
      expect(step.received).toBe(at.position + at.bytes)
      expect(step.media_id).toBe(step.next === null ? id : null)
      at = step.next
    }
    expect(sizes).toEqual([directPartBytes, directPartBytes, picture.byteLength - 2 * directPartBytes])
    await api.runJobs()
    expect((await api.call(alice, vault.get, { id })).data).toMatchObject({ state: 'ready', name: 'noise.png' })
    expect((await api.call(alice, contract.duplicate, { content_hash })).data.media).toMatchObject({ id })
    expect(await add(id, null)).toEqual({ received: picture.byteLength, media_id: id, next: null })
  })

  it('does not count what is not there, has another size, or is somewhere else', async () => {
    const { id, next } = await begin()
    if (next === null) throw new Error('There is no address.')
    expect((await add(id, next)).received).toBe(0)
    await put(next, picture.subarray(0, 1_000))
    expect((await add(id, next)).received).toBe(0)
    await put(next)
    expect((await add(id, { ...next, position: 5 })).received).toBe(0)
    expect((await add(id, next)).received).toBe(directPartBytes)
    expect((await add(id, next)).received).toBe(directPartBytes)
  })

  it('goes on by tus, and back, with the same upload', async () => {
    const { id, next } = await begin()
    if (next === null) throw new Error('There is no address.')
    await put(next)
    await add(id, next)
    expect(await addPart(api.ctx, id, directPartBytes, picture.subarray(directPartBytes, directPartBytes + 7))).toBe(
      true,
    )
    const last = (await add(id, null)).next
    expect([last?.position, last?.bytes]).toEqual([directPartBytes + 7, directPartBytes])
    const parts = await openParts(api.ctx, id)
    expect(Buffer.from(await parts.read(0, parts.size)).equals(picture.subarray(0, directPartBytes + 7))).toBe(true)
  })

  it('fails as lost when the bytes are not those that were announced, even where they were changed afterwards', async () => {
    const small = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } })
      .png()
      .toBuffer()
    const content_hash = (await contentHashOf(new Blob([new Uint8Array(small)]))) ?? ''
    for (const other of [Buffer.alloc(small.byteLength, 1), Buffer.alloc(small.byteLength + 9, 2), small.subarray(1)]) {
      const { id, next } = await begin({ size: small.byteLength, content_hash })
      if (next === null) throw new Error('There is no address.')
      await put(next, small)
      expect((await add(id, next)).media_id).toBe(id)
      await put(next, other)
      await api.runJobs()
      expect((await api.call(alice, vault.get, { id })).data).toMatchObject({ state: 'failed', reason: 'lost' })
    }
  })

  it('gives the address of one part, and none for the upload of another creator', async () => {
    const { id, next } = await begin()
    expect((await api.call(bob, contract.addDirectPart, { id })).refusal).toMatchObject({ error: 'not_found' })
    expect(next?.url).toContain(`/${id}/part-`)
  })

  it('refuses what is too large', async () => {
    const input = { size: uploadBytes + 1 }
    expect((await api.call(alice, contract.beginDirect, input)).refusal).toMatchObject({ error: 'too_large' })
  })
})

describe('with media on the disk', () => {
  const api = testApi()

  it('offers nothing, so that browsers go on by tus', async () => {
    const alice = await api.makeUser({ isCreator: true, priceCents: 0 })
    expect((await api.call(alice, contract.beginDirect, { size: 9 })).data).toEqual({ id: null, next: null })
  })
})

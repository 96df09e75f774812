import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { contentHashPattern } from '../../../contract/content-hash.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { uploads } from '../../platform/db/schema/media.ts'
import { sweepUploads } from './jobs.ts'
import { addPart, assemble, openParts, receivedBytes } from './parts.ts'
import { beginUpload, dropUpload, getOwnUpload } from './uploads.ts'

const api = testApi()
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString()
async function keysOf(id: string): Promise<string[]> {
  const keys: string[] = []
  for await (const key of api.ctx.storage.list(id)) keys.push(key)
  return keys
}

it('lets one of two writers at the same position win, and stores nothing of the other', async () => {
  const { id: owner } = await api.makeUser({ isCreator: true })
  const id = await beginUpload(api.ctx, owner, null, 9)
  const first = await Promise.all(['abc', 'defg', 'hi'].map((it) => addPart(api.ctx, id, 0, Buffer.from(it))))
  expect(first.filter(Boolean)).toHaveLength(1)
  expect(await keysOf(id)).toHaveLength(1)
  const end = await receivedBytes(api.ctx, id)
  expect(await addPart(api.ctx, id, end + 1, Buffer.from('x'))).toBe(false)
  expect(await addPart(api.ctx, id, end - 1, Buffer.from('x'))).toBe(false)
  expect(await receivedBytes(api.ctx, id)).toBe(end)
})

it('reads any range across parts, and puts them together only when all are there', async () => {
  const { id: owner } = await api.makeUser({ isCreator: true })
  const id = await beginUpload(api.ctx, owner, null, 10)
  const file = `${api.ctx.env.DATA_DIR}/assembled`
  await addPart(api.ctx, id, 0, Buffer.from('0123'))
  expect(await assemble(api.ctx, id, 10, file)).toBeNull()
  await addPart(api.ctx, id, 4, Buffer.from('45'))
  await addPart(api.ctx, id, 6, Buffer.from('6789'))
  const parts = await openParts(api.ctx, id)
  expect([parts.size, text(await parts.read(3, 8)), text(await parts.read(4, 6))]).toEqual([10, '34567', '45'])
  expect(await assemble(api.ctx, id, 10, file)).toMatch(contentHashPattern)
  expect(await readFile(file, 'utf8')).toBe('0123456789')
})

it('adds nothing to an upload that was given up', async () => {
  const { id: owner } = await api.makeUser({ isCreator: true })
  const id = await beginUpload(api.ctx, owner, null, 10)
  await dropUpload(api.db, id)
  expect(await addPart(api.ctx, id, 0, Buffer.from('0123'))).toBe(false)
  expect(await keysOf(id)).toEqual([])
})

it('deletes the bytes of an upload that is not finished within a day, with what a dead node stored', async () => {
  const { id: owner } = await api.makeUser({ isCreator: true })
  const id = await beginUpload(api.ctx, owner, null, 10)
  await addPart(api.ctx, id, 0, Buffer.from('0123'))
  await sweepUploads(api.ctx)
  expect(await keysOf(id)).toHaveLength(1)
  await api.ctx.storage.put(`${id}/part-0123456789abcdef`, Buffer.from('4567'), 'application/octet-stream')
  api.turnClock(25 * 3_600_000)
  await sweepUploads(api.ctx)
  api.turnClock(-25 * 3_600_000)
  expect(await keysOf(id)).toEqual([])
  await expect(getOwnUpload(api.db, owner, id)).rejects.toMatchObject({ code: 'not_found' })
})

it('deletes the bytes of an upload whose row was deleted with its owner', async () => {
  const { id: owner } = await api.makeUser({ isCreator: true })
  const id = await beginUpload(api.ctx, owner, null, 10)
  await addPart(api.ctx, id, 0, Buffer.from('0123'))
  await api.db.delete(uploads).where(eq(uploads.id, id))
  await sweepUploads(api.ctx)
  expect(await keysOf(id)).toEqual([])
})

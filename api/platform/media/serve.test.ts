import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serveMedia } from './serve.ts'
import { diskStorage, openStorage, type Storage } from './storage.ts'

let dir = ''
let storage: Storage
const bytes = Buffer.from(Array.from({ length: 1000 }, (_, at) => at % 251))

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'media-'))
  storage = openStorage({ DATA_DIR: dir })
  await storage.put('m1/full', bytes, 'image/webp')
})
afterAll(() => rm(dir, { recursive: true, force: true }))

function get(headers: Record<string, string> = {}, query = '?v=u', method = 'GET'): Promise<Response> {
  return serveMedia(storage, 'm1/full', new Request(`http://localhost/media/m1/full${query}`, { headers, method }))
}

describe('serving', () => {
  test('answers the whole file with its type, nosniff and a private cache', async () => {
    const answer = await get()
    expect(answer.status).toBe(200)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=30, must-revalidate',
      'content-disposition': 'inline',
      'content-length': '1000',
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
    })
  })

  test('lets shared caches keep a public path', async () => {
    const answer = await get({}, '?v=p')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=30, must-revalidate')
    await answer.body?.cancel()
  })

  test('answers HEAD with the headers and no body', async () => {
    const answer = await get({}, '?v=u', 'HEAD')
    expect([answer.status, answer.headers.get('content-length'), answer.body]).toEqual([200, '1000', null])
  })

  test('answers 304 when the browser has the file', async () => {
    const etag = (await get({}, '?v=u', 'HEAD')).headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]+"$/)
    for (const header of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      expect((await get({ 'if-none-match': header })).status).toBe(304)
    }
    const other = await get({ 'if-none-match': '"x"' })
    expect(other.status).toBe(200)
    await other.body?.cancel()
  })

  test('answers 404, uncached, for missing media', async () => {
    const answer = await serveMedia(storage, 'm2/full', new Request('http://localhost/media/m2/full'))
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store'])
  })
})

describe('ranges', () => {
  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-99', 0, 99],
    ['bytes=990-', 990, 999],
    ['bytes=990-5000', 990, 999],
    ['bytes=-10', 990, 999],
    ['bytes=-5000', 0, 999],
  ])('%s', async (range, start, end) => {
    const answer = await get({ range })
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end}/1000`)
    expect(answer.headers.get('content-length')).toBe(String(end - start + 1))
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes.subarray(start, end + 1))
  })

  test.each(['bytes=1000-', 'bytes=5000-6000', 'bytes=-0'])('%s is beyond the end', async (range) => {
    const answer = await get({ range })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */1000'])
  })

  test.each(['bytes=5-2', 'bytes=-', 'bytes=a-b', 'bytes=0-1,5-6', 'lines=0-1', 'bytes=99999999999999999999-'])(
    '%s is answered whole',
    async (range) => {
      const answer = await get({ range })
      expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, 1000])
    },
  )

  test('a range of a changed file is answered with the whole file', async () => {
    const etag = (await get({}, '?v=u', 'HEAD')).headers.get('etag') ?? ''
    const same = await get({ range: 'bytes=0-9', 'if-range': etag })
    const changed = await get({ range: 'bytes=0-9', 'if-range': '"old"' })
    expect([same.status, changed.status]).toEqual([206, 200])
    await same.body?.cancel()
    await changed.body?.cancel()
  })
})

describe('the disk', () => {
  test('is readable by its owner only, keeps no partial file, and deletes what is removed', async () => {
    expect((await stat(join(dir, 'media'))).mode & 0o777).toBe(0o700)
    await storage.put('m3/full', bytes, 'image/webp')
    await storage.put('m3/full', Buffer.from('shorter'), 'audio/wav')
    expect(await storage.stat('m3/full')).toMatchObject({ size: 7, contentType: 'audio/wav' })
    expect((await readdir(join(dir, 'media', 'm3'))).sort()).toEqual(['full', 'full.type'])
    await storage.remove('m3/full')
    await storage.remove('m3/full')
    expect(await storage.read('m3/full')).toBeNull()
    expect(await readdir(join(dir, 'media'))).not.toContain('m3')
  })

  test('a broken stream leaves the stored file as it was', async () => {
    await storage.put('m4/full', bytes, 'image/webp')
    async function* breaking(): AsyncGenerator<Uint8Array> {
      yield bytes
      throw new Error('cut')
    }
    await expect(storage.put('m4/full', breaking(), 'image/png')).rejects.toThrow('cut')
    expect(await storage.stat('m4/full')).toMatchObject({ size: 1000, contentType: 'image/webp' })
    expect((await readdir(join(dir, 'media', 'm4'))).sort()).toEqual(['full', 'full.type'])
  })

  test.each([
    '',
    'full',
    '../x/full',
    'a/../full',
    'a/b/c',
    '/a/full',
    'a/full\0',
    'a/full.type',
    'a/FULL',
    `${'a'.repeat(65)}/full`,
  ])('the key %j is a mistake of the caller', async (key) => {
    const disk = diskStorage(dir)
    await expect(async () => disk.put(key, bytes, 'image/webp')).rejects.toThrow(TypeError)
    await expect(async () => disk.read(key)).rejects.toThrow(TypeError)
    await expect(async () => disk.remove(key)).rejects.toThrow(TypeError)
  })

  test('an incomplete bucket configuration is rejected at start-up', () => {
    expect(() => openStorage({ DATA_DIR: dir, S3_BUCKET: 'media' })).toThrow('needed together')
  })
})

import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isUnreachable } from '../db/db.ts'
import { diskStorage, openStorage, type Storage, s3Storage } from './storage.ts'

/** The first page of a bucket's content, with a file among it that is none of ours. */
const listing = () =>
  `<ListBucketResult><IsTruncated>false</IsTruncated>${[...bucket.keys(), '/media/readme.txt'].map((key) => `<Contents><Key>${key.slice('/media/'.length)}</Key><LastModified>2026-11-23T00:00:00.000Z</LastModified><ETag>"e1"</ETag><Size>1</Size></Contents>`).join('')}</ListBucketResult>`

// A bucket in memory that speaks as much S3 as one object at a time needs.
const bucket = new Map<string, { bytes: Buffer; type: string }>()
const calls: string[] = []
let server: Server
let storage: Storage

beforeAll(async () => {
  server = createServer((request, response) => {
    const key = new URL(request.url ?? '/', 'http://bucket').pathname
    calls.push(`${request.method} ${key}`)
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key/'))
      return response.writeHead(403).end()
    if (request.method === 'PUT') {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        bucket.set(key, { bytes: Buffer.concat(parts), type: request.headers['content-type'] ?? '' })
        response.writeHead(200, { etag: '"e1"' }).end()
      })
      return undefined
    }
    if (request.method === 'DELETE') {
      bucket.delete(key)
      return response.writeHead(204).end()
    }
    if (request.url?.includes('list-type=2')) return response.writeHead(200).end(listing())
    const found = bucket.get(key)
    if (!found) {
      const body = '<Error><Code>NoSuchKey</Code><Message>missing</Message></Error>'
      return response.writeHead(404, { 'content-type': 'application/xml' }).end(request.method === 'HEAD' ? '' : body)
    }
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
    const headers = { etag: '"e1"', 'content-type': found.type, 'last-modified': new Date(0).toUTCString() }
    const [start, end] = range
      ? [Number(range[1]), Number(range[2] || found.bytes.length - 1)]
      : [0, found.bytes.length - 1]
    const body = found.bytes.subarray(start, end + 1)
    const whole = { 'content-range': `bytes ${start}-${end}/${found.bytes.length}` }
    response.writeHead(range ? 206 : 200, { ...headers, 'content-length': body.length, ...(range ? whole : {}) })
    return response.end(request.method === 'HEAD' ? undefined : body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  storage = openStorage({
    DATA_DIR: '/nowhere',
    S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    S3_BUCKET: 'media',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  })
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

test('a bucket stores, reads, ranges and removes as the disk does', async () => {
  const bytes = Buffer.from('0123456789')
  await storage.put('m1/full', bytes, 'image/webp')
  expect(calls[0]).toBe('PUT /media/m1/full')
  expect(await storage.stat('m1/full')).toEqual({ size: 10, contentType: 'image/webp', etag: 'e1' })
  const whole = await storage.read('m1/full')
  expect(whole).toMatchObject({ size: 10, contentType: 'image/webp', etag: 'e1' })
  expect(await new Response(whole?.stream as ReadableStream<Uint8Array<ArrayBuffer>>).text()).toBe('0123456789')
  const part = await storage.read('m1/full', { start: 3, end: 5 })
  expect(part?.size).toBe(10)
  expect(await new Response(part?.stream as ReadableStream<Uint8Array<ArrayBuffer>>).text()).toBe('345')
  await storage.remove('m1/full')
  expect(await storage.read('m1/full')).toBeNull()
  expect(await storage.stat('m1/full')).toBeNull()
  await storage.remove('m1/full')
})

test('a bucket and the disk list every media file, and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-storage-'))
  for (const store of [storage, diskStorage(folder)]) {
    for (const key of ['m8/full', 'm8/thumb', 'm9/full']) await store.put(key, Buffer.from(key), 'image/webp')
    const keys: string[] = []
    for await (const key of store.list()) keys.push(key)
    expect(keys.sort()).toEqual(['m8/full', 'm8/thumb', 'm9/full'])
  }
  for (const key of ['m8/full', 'm8/thumb', 'm9/full']) await storage.remove(key)
  rmSync(folder, { recursive: true })
})

test('a bucket stores a stream of unknown length', async () => {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('abc')
    yield Buffer.from('def')
  }
  await storage.put('m2/full', pieces(), 'video/mp4')
  expect(bucket.get('/media/m2/full')).toMatchObject({ bytes: Buffer.from('abcdef'), type: 'video/mp4' })
})

test('an invalid key never reaches the bucket', async () => {
  const before = calls.length
  await expect(storage.read('../secrets')).rejects.toThrow(TypeError)
  await expect(storage.put('a/b/c', Buffer.from('x'), 'image/webp')).rejects.toThrow(TypeError)
  expect(calls.length).toBe(before)
})

test('a bucket that refuses access is an error, not a missing object', async () => {
  const port = (server.address() as AddressInfo).port
  const other = openStorage({
    DATA_DIR: '/nowhere',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: 'media',
    S3_ACCESS_KEY_ID: 'wrong',
    S3_SECRET_ACCESS_KEY: 'secret',
  })
  await expect(other.read('m2/full')).rejects.toThrow()
})

test('a bucket that fails or does not answer counts as unavailable; one that refuses access does not', async () => {
  const requests: string[] = []
  const bad = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    if (request.url?.startsWith('/media/silent')) return
    response.writeHead(request.url?.startsWith('/media/shut') ? 403 : 503).end()
  })
  await new Promise<void>((resolve) => bad.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(bad.address() as AddressInfo).port}`
  const down = s3Storage({
    ...{ endpoint, bucket: 'media', region: 'auto', accessKeyId: 'key', secretAccessKey: 'secret' },
    patienceMs: 300,
  })
  const outcome = (call: Promise<unknown>) => call.then(() => 'answered', isUnreachable)
  for (const id of ['broken', 'silent']) {
    const key = `${id}/full`
    const all = [down.stat(key), down.read(key), down.remove(key), down.put(key, Buffer.from('x'), 'image/webp')]
    expect(await Promise.all(all.map(outcome)), id).toEqual([true, true, true, true])
    // One try each, which ends after `patienceMs`.
    expect(
      requests
        .splice(0)
        .map((request) => request.split(' ')[0])
        .sort(),
      id,
    ).toEqual(['DELETE', 'GET', 'HEAD', 'PUT'])
  }
  expect(await outcome(down.read('shut/full'))).toBe(false)
  bad.closeAllConnections()
  bad.close()
})

test('a bucket that is silent is given up within two seconds', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const asked = once(silent, 'request')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const store = openStorage({
    DATA_DIR: '/nowhere',
    S3_ENDPOINT: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    S3_BUCKET: 'media',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  })
  const outcome = store.stat('m1/full').then(() => 'answered', isUnreachable)
  await asked
  await vi.advanceTimersByTimeAsync(2_000)
  vi.useRealTimers()
  expect(await Promise.race([outcome, new Promise((resolve) => setImmediate(resolve, 'waits'))])).toBe(true)
  silent.closeAllConnections()
  silent.close()
})

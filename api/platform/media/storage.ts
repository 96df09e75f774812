import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { S3Client } from '@bradenmacdonald/s3-lite-client'

/** What is known of a stored object; `size` is always that of the whole object, also when a range was read. */
export type StoredFacts = { size: number; contentType: string; etag: string }
type Stored = StoredFacts & { stream: ReadableStream<Uint8Array> }
/** Bytes `start` to `end`, both included, as in HTTP. */
export type ByteRange = { start: number; end: number }

/** Where media bytes live, under keys `{mediaId}/{variant}`; a missing object is null, an unreachable store throws. */
export type Storage = {
  put(key: string, body: Uint8Array | AsyncIterable<Uint8Array>, contentType: string): Promise<void>
  stat(key: string): Promise<StoredFacts | null>
  read(key: string, range?: ByteRange): Promise<Stored | null>
  remove(key: string): Promise<void>
  /** Every key, or those of one media, in no order; what is put or removed meanwhile may be among them or not. */
  list(mediaId?: string): AsyncGenerator<string>
  /** An address to which a browser may PUT the object for so many seconds; missing where no browser reaches the store. */
  uploadAddress?: (key: string, seconds: number) => Promise<string>
}

export type StorageEnv = {
  DATA_DIR: string
  S3_ENDPOINT?: string | undefined
  S3_PUBLIC_ENDPOINT?: string | undefined
  S3_BUCKET?: string | undefined
  S3_REGION?: string | undefined
  S3_ACCESS_KEY_ID?: string | undefined
  S3_SECRET_ACCESS_KEY?: string | undefined
}

export type S3Config = {
  endpoint: string
  /** Where browsers find the same store, to write parts of uploads into it. */
  publicEndpoint?: string | undefined
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** How long a question may take to be answered; the bytes of the answer and a film on its way there take their time. */
  patienceMs?: number
}

/** The store the environment asks for: S3-compatible when all of `S3_*` is set, the disk when none is, else it throws. */
export function openStorage(env: StorageEnv): Storage {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env
  const given = [S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY].filter(Boolean).length
  if (given === 0) return diskStorage(join(env.DATA_DIR, 'media'))
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
    throw new Error('S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are needed together')
  }
  return s3Storage({
    endpoint: S3_ENDPOINT,
    publicEndpoint: env.S3_PUBLIC_ENDPOINT,
    bucket: S3_BUCKET,
    region: env.S3_REGION || 'auto',
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  })
}

/** Media in a directory of this machine (0700); an object is there whole or not at all. */
export function diskStorage(dir: string): Storage {
  const place = (key: string): string => join(dir, checkKey(key))
  return {
    async put(key, body, contentType) {
      const path = place(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const draft = `${path}.${randomUUID()}.part`
      try {
        const bytes = body instanceof Uint8Array ? [body] : body
        await pipeline(Readable.from(bytes, { objectMode: true }), createWriteStream(draft, { mode: 0o600 }))
        await syncToDisk(draft)
        // The type goes first: a reader that finds the bytes always finds what they are.
        await writeFile(`${path}.type`, contentType, { mode: 0o600 })
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    async stat(key) {
      return missingIsNull(() => factsOf(place(key)))
    },
    async read(key, range) {
      const path = place(key)
      const facts = await missingIsNull(() => factsOf(path))
      if (!facts) return null
      return { ...facts, stream: webStream(createReadStream(path, range ?? {})) }
    },
    async remove(key) {
      const path = place(key)
      await rm(path, { force: true })
      await rm(`${path}.type`, { force: true })
      // The last variant takes the directory along; one that still holds others refuses, and stays.
      await rmdir(dirname(path)).catch(() => undefined)
    },
    async *list(mediaId) {
      for (const id of mediaId === undefined ? await readdir(dir).catch(() => []) : [mediaId])
        for (const variant of await readdir(join(dir, id)).catch(() => []))
          if (isKey(`${id}/${variant}`)) yield `${id}/${variant}`
    },
  }
}

/**
 * Media in an S3-compatible bucket such as R2; the client is loaded on first use only. A bucket that is out of order or
 * does not answer in time throws what `isUnreachable` knows, so that the caller is answered `unavailable`.
 */
export function s3Storage(config: S3Config): Storage {
  // A caller who is refused hears of it within two seconds, with what else the request does.
  const patienceMs = config.patienceMs ?? 1_500
  const answered = <T>(asked: Promise<T>, tooLate?: (answer: T) => void) => inTime(asked, patienceMs, tooLate)
  let client: Promise<S3Client> | null = null
  const s3 = (): Promise<S3Client> => {
    client ??= openClient(config, config.endpoint)
    return client
  }
  const { publicEndpoint } = config
  const forBrowsers = publicEndpoint === undefined ? null : () => openClient(config, publicEndpoint)
  return {
    ...(forBrowsers && {
      uploadAddress: async (key, expirySeconds) =>
        (await forBrowsers()).getPresignedUrl('PUT', checkKey(key), { expirySeconds }),
    }),
    async put(key, body, contentType) {
      const source =
        body instanceof Uint8Array ? new Uint8Array(body) : webStream(Readable.from(body, { objectMode: true }))
      // Parts of 8 MB keep a stream of unknown length from being held in memory at once.
      const stored = (await s3()).putObject(checkKey(key), source, {
        metadata: { 'Content-Type': contentType },
        partSize: 8 * 1024 * 1024,
      })
      // Half a megabyte a second is slow, but an answer.
      await (body instanceof Uint8Array ? inTime(stored, patienceMs + body.length / 500) : stored.catch(outOfOrder))
    },
    async stat(key) {
      return missingIsNull(async () => {
        const found = await answered((await s3()).statObject(checkKey(key)))
        const contentType = found.metadata['Content-Type'] ?? 'application/octet-stream'
        return { size: found.size, contentType, etag: found.etag }
      })
    },
    async read(key, range) {
      return missingIsNull(async () => {
        const part = range && { offset: range.start, length: range.end - range.start + 1 }
        const bucket = await s3()
        const asked = part ? bucket.getPartialObject(checkKey(key), part) : bucket.getObject(checkKey(key))
        const answer = await answered(asked, (late) => void late.body?.cancel())
        const whole = answer.headers.get('content-range')?.split('/')[1] ?? answer.headers.get('content-length')
        return {
          size: Number(whole),
          contentType: answer.headers.get('content-type') ?? 'application/octet-stream',
          etag: (answer.headers.get('etag') ?? '').replaceAll('"', ''),
          stream: answer.body ?? new Blob([]).stream(),
        }
      })
    },
    async remove(key) {
      await missingIsNull(async () => answered((await s3()).deleteObject(checkKey(key))))
    },
    async *list(mediaId) {
      const within = mediaId === undefined ? {} : { prefix: `${mediaId}/` }
      for await (const { key } of (await s3()).listObjects(within)) if (isKey(key)) yield key
    },
  }
}

const openClient = async (config: S3Config, endPoint: string): Promise<S3Client> => {
  const { S3Client } = await import('@bradenmacdonald/s3-lite-client')
  const { bucket, region, accessKeyId: accessKey, secretAccessKey: secretKey } = config
  return new S3Client({ endPoint, bucket, region, accessKey, secretKey })
}

/** The answer, or what says that the store is out of order or silent; an answer that comes too late is handed over. */
function inTime<T>(asked: Promise<T>, patienceMs: number, tooLate: (answer: T) => void = () => undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      reject(new StoreDown('The media store has not answered in time.'))
      asked.then(tooLate, () => undefined)
    }, patienceMs)
    asked
      .catch(outOfOrder)
      .finally(() => clearTimeout(late))
      .then(resolve, reject)
  })
}

function outOfOrder(error: unknown): never {
  const { statusCode } = error as { statusCode?: unknown }
  if (typeof statusCode !== 'number' || (statusCode < 500 && statusCode !== 429)) throw error
  throw new StoreDown(`The media store answers ${statusCode}.`, { cause: error })
}

/** Unreachable as a database is (`isUnreachable`): not our bug, and over when the store is back. */
class StoreDown extends Error {
  readonly code = 'ETIMEDOUT'
}

const isKey = (key: string): boolean => /^[A-Za-z0-9_-]{1,64}\/[a-z0-9_-]{1,32}$/.test(key)

function checkKey(key: string): string {
  if (!isKey(key)) throw new TypeError('a media key is {mediaId}/{variant}')
  return key
}

async function syncToDisk(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

async function factsOf(path: string): Promise<StoredFacts> {
  const [found, contentType] = await Promise.all([stat(path), readFile(`${path}.type`, 'utf8')])
  return { size: found.size, contentType, etag: `${found.size.toString(36)}-${Math.floor(found.mtimeMs).toString(36)}` }
}

function webStream(stream: Readable): ReadableStream<Uint8Array<ArrayBuffer>> {
  return Readable.toWeb(stream) as ReadableStream<Uint8Array<ArrayBuffer>>
}

async function missingIsNull<T>(look: () => Promise<T>): Promise<T | null> {
  try {
    return await look()
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

function isMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, statusCode } = error as Error & { code?: unknown; statusCode?: unknown }
  return code === 'ENOENT' || code === 'NoSuchKey' || statusCode === 404
}

import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { Storage } from './storage.ts'

/** Copies an object from the store to `path`, which only this process may read; answers whether it is there. */
export async function copyToFile(storage: Storage, key: string, path: string): Promise<boolean> {
  const found = await storage.read(key)
  if (found === null) return false
  await pipeline(Readable.fromWeb(found.stream as ReadableStream), createWriteStream(path, { mode: 0o600 }))
  return true
}

import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Services } from '../../platform/services.ts'
import { openContentHash } from './content-hash.ts'
import { deleteParts, insertPart, readExpectedHash, readParts } from './statements.ts'

/**
 * The bytes of an upload before they are a media: objects in the media store, which every node reaches, and a row for
 * each that says where in the upload it belongs. The rows decide, so two nodes that write at once cannot mix their
 * bytes, and what a killed node stored without a row is not part of the upload.
 */

/** Adds bytes at the end of an unfinished upload; false where another request has added some there first. */
export async function addPart(ctx: Services, id: string, position: number, bytes: Uint8Array): Promise<boolean> {
  const name = `${partPrefix}${randomBytes(8).toString('hex')}`
  await ctx.storage.put(`${id}/${name}`, bytes, 'application/octet-stream')
  const [row] = await ctx.db.run(insertPart, { id, position, bytes: bytes.byteLength, name })
  if (row === undefined) await ctx.storage.remove(`${id}/${name}`)
  return row !== undefined
}

/** How many bytes of an upload have arrived. */
export async function receivedBytes(ctx: Services, id: string): Promise<number> {
  const last = (await ctx.db.run(readParts, { id })).at(-1)
  return last === undefined ? 0 : last.position + last.bytes
}

/** The bytes of an upload for reading anywhere in them, as far as they have arrived. */
export async function openParts(ctx: Services, id: string) {
  const parts = await ctx.db.run(readParts, { id })
  const last = parts.at(-1)
  return {
    size: last === undefined ? 0 : last.position + last.bytes,
    /** The bytes from `start` to before `end`. */
    read: async (start: number, end: number): Promise<Uint8Array> => {
      const chunks: Uint8Array[] = []
      for (const part of parts) {
        const [from, to] = [Math.max(start, part.position), Math.min(end, part.position + part.bytes)]
        if (from >= to) continue
        const range = { start: from - part.position, end: to - part.position - 1 }
        for await (const chunk of partStream(ctx, id, part.name, range)) chunks.push(chunk)
      }
      return Buffer.concat(chunks)
    },
  }
}

/**
 * Writes an upload into a file and answers its content hash; null where not all of its `size` bytes are there, or they are
 * not what the client has said.
 */
export async function assemble(ctx: Services, id: string, size: number, path: string): Promise<string | null> {
  const parts = await ctx.db.run(readParts, { id })
  if (parts.reduce((sum, { bytes }) => sum + bytes, 0) !== size) return null
  const hash = openContentHash()
  await pipeline(
    async function* () {
      // A part that a browser wrote itself may have grown since.
      for (const { name, bytes } of parts)
        for await (const chunk of partStream(ctx, id, name, { start: 0, end: bytes - 1 })) {
          hash.add(chunk)
          yield chunk
        }
    },
    createWriteStream(path, { mode: 0o600 }),
  )
  const found = hash.digest()
  const [expected] = await ctx.db.run(readExpectedHash, { id })
  const isExpected = (expected?.content_hash ?? found) === found
  return isExpected && (await stat(path)).size === size ? found : null
}

/** Deletes the bytes, then the rows: where the store is away, the rows say that this is still to be done. */
export async function removeParts(ctx: Services, id: string): Promise<void> {
  // Listed, because a node may have died between storing a part and its row.
  for await (const key of ctx.storage.list(id)) if (key.startsWith(`${id}/${partPrefix}`)) await ctx.storage.remove(key)
  await ctx.db.run(deleteParts, { id })
}

async function* partStream(ctx: Services, id: string, name: string, range?: { start: number; end: number }) {
  const stored = await ctx.storage.read(`${id}/${name}`, range)
  if (stored === null) throw new Error(`The part ${name} of upload ${id} is missing in the media store.`)
  yield* stored.stream
}

export const partPrefix = 'part-'

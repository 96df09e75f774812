import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import sharp from 'sharp'
import { makeImage } from '../api/platform/media/image.ts'
import { openStorage, type StorageEnv } from '../api/platform/media/storage.ts'
import type { BenchUser } from './users.ts'

/** The requests of an upload, as the drill counts them; null where one failed. */
type Send = (method: string, path: string, init: RequestInit) => Promise<Response | null>

/** A picture of some megabytes that does not compress, so that every byte of it counts. */
export function noisyPicture(): Promise<Buffer> {
  const side = 1_400
  return sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
}

/** Uploads a picture in many parts, as slowly as a phone does, again and again; answers the ids of the media. */
export async function uploadUntil(isOver: () => boolean, user: BenchUser, picture: Buffer, send: Send) {
  const made: string[] = []
  const headers = { cookie: user.cookie, 'tus-resumable': '1.0.0' }
  while (!isOver()) {
    const begun = await send('POST', '/api/uploads', { headers: { ...headers, 'upload-length': `${picture.length}` } })
    const path = begun?.headers.get('location')
    if (path == null) continue
    for (let at = 0; at < picture.length; ) {
      const body = new Uint8Array(picture.subarray(at, at + 500_000))
      const about = { 'upload-offset': `${at}`, 'content-type': 'application/offset+octet-stream' }
      const done =
        (await send('PATCH', path, { headers: { ...headers, ...about }, body })) ??
        (await send('HEAD', path, { headers }))
      at = Number(done?.headers.get('upload-offset') ?? at)
      const id = done?.headers.get('media-id')
      if (id != null) made.push(id)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  return made
}

/**
 * How many of the media were refused, or made of other bytes, and how many are not made yet when none has been made for a
 * minute.
 */
export async function countWrong(databaseUrl: string, store: StorageEnv, ids: string[], picture: Buffer) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const storage = openStorage(store)
  const expected = sha256((await makeImage(picture)).variants.full.bytes)
  const settled = await untilNoneIsMade(client, ids)
  await client.end()
  let right = 0
  const ready = settled.filter((it) => it.state === 'ready')
  for (const { id } of ready) {
    const stored = await storage.read(`${id}/full`)
    if (stored !== null && sha256(await buffer(stored.stream)) === expected) right++
  }
  return {
    refused: settled.length - ready.length,
    different: ready.length - right,
    unmade: ids.length - settled.length,
  }
}

/** What has become of the media, once all are made or none has been for a minute. */
async function untilNoneIsMade(client: pg.Client, ids: string[]): Promise<{ id: string; state: string }[]> {
  let [known, since] = [0, Date.now()]
  for (;;) {
    const { rows } = await client.query<{ id: string; state: string }>(
      `select id, state from media where id = any($1::uuid[]) and state <> 'processing'`,
      [ids],
    )
    if (rows.length > known) [known, since] = [rows.length, Date.now()]
    if (rows.length === ids.length || Date.now() - since > 60_000) return rows
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

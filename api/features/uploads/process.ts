import { createReadStream } from 'node:fs'
import { readFile, rm, stat } from 'node:fs/promises'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { MediaReason } from '../../../contract/uploads.ts'
import { media } from '../../platform/db/schema/media.ts'
import { purgePerson } from '../../platform/http/purge.ts'
import { IMAGE_MAX_BYTES, makeImage } from '../../platform/media/image.ts'
import { MediaRefusalError } from '../../platform/media/media-refusal.ts'
import { makeSound, SOUND_MAX_BYTES } from '../../platform/media/sound.ts'
import { kindOfFile, makeVideo } from '../../platform/media/video.ts'
import type { Services } from '../../platform/services.ts'

/**
 * Makes a media ready from the file at `path`: its variants are stored and its row says what it is. What can never
 * become media fails with a reason; a store that is away throws, to be tried again. The content decides, never the name.
 */
export async function processUpload(ctx: Services, id: string, path: string): Promise<void> {
  try {
    if ((await bytesWaiting(ctx, id)) === null) return
    const made = await make(ctx, id, path)
    await settle(ctx, id, { state: 'ready', ...made })
  } catch (error) {
    if (!(error instanceof MediaRefusalError)) throw error
    await failUpload(ctx, id, error.reason)
  }
}

/** Ends the processing of a media that will never be one. */
export async function failUpload(ctx: Services, id: string, reason: MediaReason): Promise<void> {
  if (await settle(ctx, id, { state: 'failed', reason })) ctx.metrics.uploadsFailed.inc({ reason })
}

async function make(ctx: Services, id: string, path: string): Promise<Change> {
  const type = await kindOfFile(path)
  if (type === 'IMAGE') {
    const { width, height, preview, variants } = await makeImage(await readBounded(path, IMAGE_MAX_BYTES))
    for (const [variant, it] of Object.entries(variants)) await ctx.storage.put(`${id}/${variant}`, it.bytes, it.type)
    return { type, width, height, preview, bytes: variants.full.bytes.byteLength }
  }
  if (type === 'SOUND') {
    const { duration, preview, variants } = await makeSound(await readBounded(path, SOUND_MAX_BYTES))
    await ctx.storage.put(`${id}/full`, variants.full.bytes, variants.full.type)
    return { type, durationMs: duration, preview, bytes: variants.full.bytes.byteLength }
  }
  const clean = `${path}.clean`
  try {
    const made = await makeVideo(path, clean)
    await ctx.storage.put(`${id}/full`, createReadStream(clean), made.type)
    const { width, height, duration } = made
    // The poster may have come while the film was made ready; then the preview is its.
    const preview = sql`case when ${media.hasPoster} then ${media.preview} else ${made.preview} end`
    return { type, width, height, durationMs: duration, preview, bytes: (await stat(clean)).size }
  } finally {
    await rm(clean, { force: true })
  }
}

/** The bytes of a file that is small enough to be held in memory. */
async function readBounded(path: string, most: number): Promise<Buffer> {
  if ((await stat(path)).size > most) throw new MediaRefusalError('too_many_bytes')
  return readFile(path)
}

/** The bytes of the upload of a media that waits to be made; null where it is made already, or deleted meanwhile. */
export async function bytesWaiting(ctx: Services, id: string): Promise<number | null> {
  const [row] = await ctx.db
    .select({ bytes: media.bytes })
    .from(media)
    .where(and(eq(media.id, id), eq(media.state, 'processing'), isNull(media.deletedAt)))
  return row?.bytes ?? null
}

type Change = PgUpdateSetSource<typeof media>

/** Writes how it ended, once; a page that shows it already shows that too. Answers whether it had not ended before. */
async function settle(ctx: Services, id: string, change: Change): Promise<boolean> {
  const [row] = await ctx.db
    .update(media)
    .set(change)
    .where(and(eq(media.id, id), eq(media.state, 'processing')))
    .returning({ ownerId: media.ownerId })
  purgePerson(ctx, row?.ownerId ?? null)
  return row !== undefined
}

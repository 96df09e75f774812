import { createReadStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { voiceNoteMs } from '../../../contract/limits.ts'
import type { MediaReason } from '../../../contract/uploads.ts'
import { media } from '../../platform/db/schema/media.ts'
import { purgePerson } from '../../platform/http/purge.ts'
import { makeMedia } from '../../platform/media/make-media.ts'
import { MediaRefusalError } from '../../platform/media/media-refusal.ts'
import { speechServiceOf } from '../../platform/media/speech-to-text.ts'
import { addVaultBytes } from '../../platform/media/vault-usage.ts'
import type { Services } from '../../platform/services.ts'
import { filmQueue } from './film-queue.ts'
import { soundQueue } from './sound-queue.ts'
import { transcriptQueue } from './transcript.ts'

/**
 * Makes a media ready from the file at `path`: its variants are stored and its row says what it is. What can never
 * become media fails with a reason; a store that is away throws, to be tried again. The content decides, never the name.
 */
export async function processUpload(
  ctx: Services,
  id: string,
  path: string,
  contentHash: string | null = null,
): Promise<void> {
  try {
    if ((await bytesWaiting(ctx, id)) === null) return
    await settle(ctx, id, { state: 'ready', contentHash, ...(await make(ctx, id, path)) })
  } catch (error) {
    if (!(error instanceof MediaRefusalError)) throw error
    await failUpload(ctx, id, error.reason)
  }
}

/** Ends the processing of a media that will never be one. */
export async function failUpload(ctx: Services, id: string, reason: MediaReason): Promise<void> {
  if (await settle(ctx, id, { state: 'failed', reason, bytes: 0 })) ctx.metrics.uploadsFailed.inc({ reason })
}

/** The bytes go into the store before the row says that they are there. */
async function make(ctx: Services, id: string, path: string): Promise<Change> {
  const folder = `${path}.made`
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { files, note, ...facts } = await makeMedia(path, folder)
  if (await isFromFan(ctx, id)) requireOfFan(facts)
  for (const it of files) await ctx.storage.put(`${id}/${it.variant}`, createReadStream(it.path), it.type)
  const bytes = files.find((it) => it.variant === 'full')?.bytes ?? 0
  if (facts.type !== 'VIDEO') return { ...facts, reason: note, bytes }
  // The poster may have come while the film was made ready; then the preview is its.
  const preview = sql`case when ${media.hasPoster} then ${media.preview} else ${facts.preview} end`
  return { ...facts, reason: note, preview, bytes, making: { part: 0, secondsLeft: null } }
}

async function isFromFan(ctx: Services, id: string): Promise<boolean> {
  const [row] = await ctx.db.select({ onlyFor: media.onlyFor }).from(media).where(eq(media.id, id))
  return row?.onlyFor != null
}

/** A fan sends pictures and voice notes, and no films (product §73). */
function requireOfFan({ type, durationMs }: { type: string; durationMs: number | null }): void {
  if (type === 'VIDEO') throw new MediaRefusalError('wrong_kind')
  if ((durationMs ?? 0) > voiceNoteMs.max + recorderMs) throw new MediaRefusalError('too_long')
}

/** A recorder stops with the packet that it has begun. */
const recorderMs = 2_000

/** The bytes of the upload of a media that waits to be made; null where it is made already, or deleted meanwhile. */
export async function bytesWaiting(ctx: Services, id: string): Promise<number | null> {
  const [row] = await ctx.db
    .select({ bytes: media.bytes })
    .from(media)
    .where(and(eq(media.id, id), eq(media.state, 'processing'), isNull(media.deletedAt)))
  return row?.bytes ?? null
}

type Change = PgUpdateSetSource<typeof media>

/**
 * Writes how it ended, once, and counts the bytes that are kept instead of those that were sent; a page that shows it
 * already shows that too. Of a film that is ready the sizes are made next, and of a sound what is heard. Answers whether
 * it had not ended before.
 */
async function settle(ctx: Services, id: string, change: Change): Promise<boolean> {
  const isMaking = and(eq(media.id, id), eq(media.state, 'processing'))
  const owner = await ctx.db.transact(async (tx) => {
    const [sent] = await tx.select({ bytes: media.bytes }).from(media).where(isMaking).for('update')
    const [row] = await tx.update(media).set(change).where(isMaking).returning({
      ownerId: media.ownerId,
      onlyFor: media.onlyFor,
      type: media.type,
      state: media.state,
      bytes: media.bytes,
    })
    if (sent === undefined || row === undefined) return null
    await tx.run(addVaultBytes, { owner: row.ownerId, bytes: row.bytes - sent.bytes })
    if (row.type === 'VIDEO' && row.state === 'ready') await ctx.jobs.enqueue(tx, filmQueue, [{ id }])
    if (row.type === 'SOUND' && row.state === 'ready') {
      await ctx.jobs.enqueue(tx, soundQueue, [{ id }])
      // What a fan says to one creator goes to no service.
      if (speechServiceOf(ctx.env) !== null && row.onlyFor === null)
        await ctx.jobs.enqueue(tx, transcriptQueue, [{ id }])
    }
    return row.ownerId
  })
  purgePerson(ctx, owner)
  return owner !== null
}

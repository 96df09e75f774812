import { and, eq, isNull } from 'drizzle-orm'
import {
  fanFileBytes,
  fanMediaBytes,
  mediaNameLength,
  unfinishedUploadBytes,
  uploadHours,
  uploadsAtOnce,
} from '../../../contract/limits.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { lockUser } from '../../platform/db/lock-user.ts'
import { media, uploads } from '../../platform/db/schema/media.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { addVaultBytes } from '../../platform/media/vault-usage.ts'
import type { Services } from '../../platform/services.ts'
import { uploadQueue } from './queue.ts'
import { staleBefore } from './stale.ts'
import { insertUpload } from './statements.ts'
import { unsentQueue } from './unsent-queue.ts'
import { requireQuota } from './usage.ts'

/**
 * Begins an upload of so many bytes and answers its id, which becomes the media's. Refuses too many or too large ones at
 * once, and `quota_full`. One that a fan begins is `onlyFor` a creator.
 */
export async function beginUpload(
  ctx: Services,
  ownerId: string,
  name: string | null,
  size: number,
  { contentHash = null, onlyFor = null }: { contentHash?: string | null; onlyFor?: string | null } = {},
): Promise<string> {
  const id = newId()
  if (onlyFor !== null && size > fanFileBytes) throw refuse('too_large')
  const made = await ctx.db.transact(async (tx) => {
    // Uploads of one creator begin one at a time, so that concurrent calls cannot pass the limit together.
    await tx.run(lockUser, { id: ownerId })
    await requireQuota(ctx, tx, ownerId, size, onlyFor === null ? undefined : fanMediaBytes)
    return tx.run(insertUpload, {
      id,
      owner: ownerId,
      name,
      size,
      contentHash,
      onlyFor,
      now: new Date(ctx.now()),
      most: uploadsAtOnce,
      mostBytes: unfinishedUploadBytes,
      stale: staleBefore(ctx.now()),
    })
  })
  if (made.length === 0) throw refuse('rate_limited')
  ctx.metrics.uploadsBegun.inc()
  return id
}

/** What a client says that the file is called, without invisible characters. */
export const fileName = (given: string | null | undefined): string | null =>
  given?.replace(/\p{C}/gu, '').trim().slice(0, mediaNameLength) || null

/** The upload when it is this owner's; one of another user is as missing as one that never was. */
export async function getOwnUpload(db: Db, ownerId: string, id: string) {
  const [row] = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.ownerId, ownerId)))
  if (row === undefined) throw refuse('not_found')
  return row
}

/**
 * Makes the private media of an upload whose last byte has come and enqueues it; once, however often it is called.
 * `type` is what the first bytes say; the task that makes the variants has the last word.
 */
export async function finishUpload(
  ctx: Services,
  viewer: Viewer,
  upload: { id: string },
  type: 'IMAGE' | 'VIDEO' | 'SOUND',
): Promise<void> {
  await ctx.db.transact(async (tx) => {
    const [row] = await tx
      .update(uploads)
      .set({ finishedAt: new Date(ctx.now()) })
      .where(and(eq(uploads.id, upload.id), eq(uploads.ownerId, viewer.id), isNull(uploads.finishedAt)))
      .returning()
    if (row === undefined) return
    const { id, ownerId, name, size, onlyFor } = row
    await tx.insert(media).values({
      id,
      ownerId,
      type,
      state: 'processing',
      name,
      bytes: size,
      onlyFor,
      mayDownload: onlyFor === null ? null : false,
      createdAt: new Date(ctx.now()),
    })
    await tx.run(addVaultBytes, { owner: ownerId, bytes: size })
    await audit(tx, viewer, 'uploads.finish', { kind: 'media', id })
    await ctx.jobs.enqueue(tx, uploadQueue, [{ id }])
    if (onlyFor !== null) await ctx.jobs.enqueue(tx, unsentQueue, [{ id }], { afterSeconds: uploadHours * 3_600 })
    tx.afterCommit(() => {
      ctx.metrics.uploadsFinished.inc()
      ctx.metrics.uploadBytes.inc(size)
    })
  })
}

/** Forgets an upload that was given up. */
export async function dropUpload(db: Db, id: string): Promise<void> {
  await db.delete(uploads).where(and(eq(uploads.id, id), isNull(uploads.finishedAt)))
}

import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Answer } from '../../../contract/endpoint.ts'
import type { media as contract, Focal } from '../../../contract/media.ts'
import { recountPublished } from '../../people/counts.ts'
import type { Db } from '../../platform/db/db.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { media } from '../../platform/db/schema/media.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { readLabels } from './vault-statements.ts'

/** Changes name, description, folder, tags or focal point of a media, or whether fans may download it; refuses `not_found` when it has another owner. */
export async function updateMedia(
  tx: Db,
  ownerId: string,
  id: string,
  change: {
    name?: string | null
    description?: string | null
    folder?: string | null
    tags?: string[]
    focal?: Focal
    may_download?: boolean | null
  },
): Promise<void> {
  await getOwnMedia(tx, ownerId, id)
  const set: Partial<typeof media.$inferInsert> = {}
  if (change.name !== undefined) set.name = change.name || null
  if (change.description !== undefined) set.description = change.description || null
  if (change.folder !== undefined) set.folder = change.folder
  if (change.tags !== undefined) set.tags = [...new Set(change.tags)]
  if (change.focal !== undefined) set.focal = change.focal
  if (change.may_download !== undefined) set.mayDownload = change.may_download
  // An undone change of many media does not take this one back.
  if (Object.keys(set).length > 0)
    await tx
      .update(media)
      .set({ ...set, replaced: null })
      .where(own(ownerId, id))
}

/** The folders and tags of a vault, each with its number of media. */
export async function readVaultLabels(ctx: Services, viewer: Viewer): Promise<Answer<typeof contract.labels>> {
  const found = await ctx.db.run(readLabels, { owner: viewer.id })
  const labelsOf = (kind: string) => found.filter((it) => it.kind === kind).map(({ name, count }) => ({ name, count }))
  return { folders: labelsOf('folder'), tags: labelsOf('tag') }
}

/**
 * Puts a media into the trash and removes it from the owner's avatar and cover. Fans who bought it keep it: a job
 * deletes the bytes after 30 days, only if no fan owns them.
 */
export async function removeMedia(tx: Db, ownerId: string, id: string, now: number): Promise<void> {
  const gone = await tx
    .update(media)
    .set({ deletedAt: new Date(now), replaced: null })
    .where(own(ownerId, id))
    .returning({ id: media.id })
  if (gone.length === 0) throw refuse('not_found')
  await tx
    .update(users)
    .set({
      avatarMediaId: sql`nullif(${users.avatarMediaId}, ${id}::uuid)`,
      coverMediaId: sql`nullif(${users.coverMediaId}, ${id}::uuid)`,
    })
    .where(eq(users.id, ownerId))
  await recountPublished(tx, ownerId, now)
}

/** A media in this owner's vault; refuses `not_found` for a media of another owner as for one that does not exist. */
export async function getOwnMedia(db: Db, ownerId: string, id: string) {
  const [row] = await db.select().from(media).where(own(ownerId, id))
  if (row === undefined) throw refuse('not_found')
  return row
}

const own = (ownerId: string, id: string) =>
  and(eq(media.id, id), eq(media.ownerId, ownerId), isNull(media.onlyFor), isNull(media.deletedAt))

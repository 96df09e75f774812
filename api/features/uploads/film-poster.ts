import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, isNull } from 'drizzle-orm'
import { media } from '../../platform/db/schema/media.ts'
import { purgePerson } from '../../platform/http/purge.ts'
import { copyToFile } from '../../platform/media/copy-to-file.ts'
import { makeImage } from '../../platform/media/image.ts'
import { makeRendition } from '../../platform/media/make-rendition.ts'
import { storePosterSizes } from '../../platform/media/poster-sizes.ts'
import type { Services } from '../../platform/services.ts'
import { inWorkFolder } from '../../platform/work-folder.ts'

/**
 * Gives a film a frame of its own as its poster where the uploader's browser has sent none, as those do that cannot decode
 * it. One that is sent meanwhile stays.
 */
export async function addPoster(ctx: Services, id: string, path: string, folder: string): Promise<void> {
  const without = and(eq(media.id, id), eq(media.hasPoster, false), isNull(media.deletedAt))
  await setFrame(ctx, id, { path, folder }, without)
}

/**
 * Makes the frame that the owner of a film has chosen its poster, in the place of the one before. The choice is read when
 * it is drawn, so of two that follow each other the second stays.
 */
export async function drawChosenPoster(ctx: Services, id: string): Promise<void> {
  const there = and(eq(media.id, id), isNull(media.deletedAt))
  const [film] = await ctx.db.select({ at: media.posterAtMs }).from(media).where(there)
  const at = film?.at ?? null
  if (at === null) return
  await inWorkFolder(ctx, { name: 'posters', hours: 4 }, async (folder) => {
    const path = join(folder, 'film')
    if (!(await copyToFile(ctx.storage, `${id}/full`, path))) return
    await setFrame(ctx, id, { path, folder, seconds: at / 1000 }, there)
  })
}

type Frame = { path: string; folder: string; seconds?: number }

/** Draws a frame and stores it as the poster, as long as the film is as `condition` says. */
async function setFrame(
  ctx: Services,
  id: string,
  { path, folder, ...moment }: Frame,
  condition: ReturnType<typeof and>,
): Promise<void> {
  const answer = await makeRendition(path, folder, { kind: 'poster', name: posterName, ...moment })
  if (!('isDrawn' in answer)) return
  const made = await makeImage(await readFile(join(folder, posterName)))
  const [film] = await ctx.db.select({ id: media.id }).from(media).where(condition)
  if (film === undefined) return
  await storePosterSizes(ctx.storage, id, made)
  const [row] = await ctx.db
    .update(media)
    .set({ hasPoster: true, preview: made.preview, focal: made.focal })
    .where(condition)
    .returning({ ownerId: media.ownerId })
  purgePerson(ctx, row?.ownerId ?? null)
}

const posterName = 'poster.jpg'

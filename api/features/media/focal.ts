import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import type { Focal } from '../../../contract/media.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { makeThumb } from '../../platform/media/image.ts'
import type { Services } from '../../platform/services.ts'
import { getOwnMedia } from './vault.ts'

/**
 * Makes the square of a picture again around this point, or with null around what one looks at first, and answers the
 * point for its row. What it is cut from is our own file, so no process of its own is needed. Refuses `not_found` for
 * films and sounds, and for a media of another owner.
 */
export async function cropAround(ctx: Services, ownerId: string, id: string, focal: Focal | null): Promise<Focal> {
  const { type, state, width, height } = await getOwnMedia(ctx.db, ownerId, id)
  if (type !== 'IMAGE' || state !== 'ready' || !width || !height) throw refuse('not_found')
  const full = await ctx.storage.read(`${id}/full`)
  if (full === null) throw refuse('not_found')
  const made = await makeThumb(sharp(await buffer(full.stream)), { width, height }, focal)
  await ctx.storage.put(`${id}/thumb`, made.thumb.bytes, made.thumb.type)
  return made.focal
}

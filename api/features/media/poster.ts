import { and, eq, isNull } from 'drizzle-orm'
import * as v from 'valibot'
import { id as idSchema } from '../../../contract/shapes.ts'
import { uploadAccess } from '../../../contract/uploads.ts'
import { audit } from '../../platform/audit/audit.ts'
import { noId } from '../../platform/db/ids.ts'
import { media } from '../../platform/db/schema/media.ts'
import { purgeProfile } from '../../platform/http/purge.ts'
import type { RawRoute } from '../../platform/http/raw.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { MadeImage } from '../../platform/media/image.ts'
import { storePosterSizes } from '../../platform/media/poster-sizes.ts'
import { makePicture, readPicture } from '../../platform/media/sent-picture.ts'
import type { Services } from '../../platform/services.ts'
import { getMediaForViewer } from './for-viewer.ts'
import { getOwnMedia } from './vault.ts'

/**
 * Uploads the poster of a film: a frame that the uploader's browser has drawn, re-encoded from its pixels like every
 * picture. The film gets the poster's preview. A second poster is refused with `already_done`. Answers the media.
 */
export const posterRoute = (ctx: Services): RawRoute => ({
  method: 'PUT',
  path: '/api/private-medias/{id}/poster',
  access: uploadAccess,
  rate: 'write',
  serve: async (c, viewer) => {
    const parsed = v.safeParse(idSchema, c.req.param('id'))
    const id = parsed.success ? parsed.output : noId
    const film = await getOwnMedia(ctx.db, viewer.id, id)
    if (film.type !== 'VIDEO' || film.state === 'failed') throw refuse('not_found')
    if (film.hasPoster) throw refuse('already_done')
    await setPoster(ctx, viewer, id, await makePicture(await readPicture(c.req.raw)))
    purgeProfile(ctx, viewer.username)
    const answer = await getMediaForViewer(ctx, viewer.id, id)
    return Response.json(answer, { headers: { 'cache-control': 'private, no-store' } })
  },
})

async function setPoster(ctx: Services, viewer: Viewer, id: string, made: MadeImage): Promise<void> {
  await storePosterSizes(ctx.storage, id, made)
  await ctx.db.transact(async (tx) => {
    const set = await tx
      .update(media)
      .set({ hasPoster: true, preview: made.preview, focal: made.focal })
      .where(and(eq(media.id, id), eq(media.ownerId, viewer.id), eq(media.hasPoster, false), isNull(media.deletedAt)))
      .returning({ id: media.id })
    if (set.length === 0) throw refuse('already_done')
    await audit(tx, viewer, 'media.poster', { kind: 'media', id })
  })
}

import { and, eq, sql } from 'drizzle-orm'
import { user } from '../../../contract/endpoint.ts'
import { audit } from '../../platform/audit/audit.ts'
import { newId } from '../../platform/db/ids.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { media } from '../../platform/db/schema/media.ts'
import { purgeProfile } from '../../platform/http/purge.ts'
import type { RawRoute } from '../../platform/http/raw.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { MadeImage } from '../../platform/media/image.ts'
import { makePicture, readPicture } from '../../platform/media/sent-picture.ts'
import { addVaultBytes } from '../../platform/media/vault-usage.ts'
import type { Services } from '../../platform/services.ts'
import { readProfile } from './routes.ts'

/**
 * A profile picture or cover, uploaded as a picture; open to users who may not upload into a vault too. It is
 * re-encoded from its pixels. Answers the profile.
 */
export const profilePictureRoute = (ctx: Services): RawRoute => ({
  method: 'PUT',
  path: '/api/profile/picture/{kind}',
  access: user(['can_profile', 'can_medias']),
  rate: 'expensive',
  serve: async (c, viewer) => {
    const kind = c.req.param('kind')
    if (kind !== 'avatar' && kind !== 'cover') throw refuse('not_found')
    const made = await makePicture(await readPicture(c.req.raw))
    await setPicture(ctx, viewer, kind, made)
    purgeProfile(ctx, viewer.username)
    return Response.json(await readProfile(ctx, viewer), { headers: { 'cache-control': 'private, no-store' } })
  },
})

async function setPicture(ctx: Services, viewer: Viewer, kind: 'avatar' | 'cover', made: MadeImage): Promise<void> {
  const id = newId()
  for (const [variant, picture] of Object.entries(made.variants))
    await ctx.storage.put(`${id}/${variant}`, picture.bytes, picture.type)
  const { width, height, preview } = made
  const bytes = made.variants.full.bytes.byteLength
  const now = new Date(ctx.now())
  await ctx.db.transact(async (tx) => {
    const [before] = await tx
      .select({ avatar: users.avatarMediaId, cover: users.coverMediaId })
      .from(users)
      .where(eq(users.id, viewer.id))
    await tx
      .insert(media)
      .values({ id, ownerId: viewer.id, type: 'IMAGE', state: 'ready', width, height, preview, bytes, createdAt: now })
    await tx.run(addVaultBytes, { owner: viewer.id, bytes })
    await tx
      .update(users)
      .set({ [kind === 'avatar' ? 'avatarMediaId' : 'coverMediaId']: id, updatedAt: now })
      .where(eq(users.id, viewer.id))
    const old = before?.[kind]
    // A creator's media may be used elsewhere, so only other users' pictures are deleted when they are replaced.
    if (old && !viewer.isCreator) {
      await tx
        .update(media)
        .set({ deletedAt: now })
        .where(and(eq(media.id, old), sql`not exists (select 1 from message_media mm where mm.media_id = ${old})`))
    }
    await audit(tx, viewer, 'profile.picture', { kind: 'user', id: viewer.id })
  })
}

import { and, eq } from 'drizzle-orm'
import { ownerOnly, staff } from '../../../contract/endpoint.ts'
import { verificationImages } from '../../../contract/verification.ts'
import { requireStaffAuth } from '../../identity/recent-auth.ts'
import { newId } from '../../platform/db/ids.ts'
import { creatorVerifications } from '../../platform/db/schema/staff.ts'
import type { RawRoute } from '../../platform/http/raw.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { makePicture, readPicture } from '../../platform/media/sent-picture.ts'
import { serveMedia } from '../../platform/media/serve.ts'
import type { Services } from '../../platform/services.ts'
import { auditStaffRead } from './look.ts'
import { presentVerification } from './verification.ts'

type Kind = (typeof verificationImages)[number]
const isKind = (kind: string | undefined): kind is Kind => verificationImages.some((it) => it === kind)

/**
 * The images of a verification, uploaded by the user and read by staff. They are re-encoded from their pixels, so that
 * neither location nor hidden data is stored, and never become part of the vault.
 */
export const verificationImageRoutes = (ctx: Services): RawRoute[] => [
  {
    method: 'PUT',
    path: '/api/creator/verification/images/{kind}',
    access: ownerOnly({ verified: true }),
    rate: 'expensive',
    serve: async (c, viewer) => {
      const kind = c.req.param('kind')
      if (!isKind(kind)) throw refuse('not_found')
      const [row] = await ctx.db.select().from(creatorVerifications).where(eq(creatorVerifications.userId, viewer.id))
      if (row === undefined) throw refuse('not_found')
      if (row.status !== 'started') throw refuse('already_done')
      const id = newId()
      await storeImage(ctx, id, await readPicture(c.req.raw))
      const column = kind === 'document' ? 'documentImageId' : 'selfieImageId'
      const before = row[column]
      const [now] = await ctx.db
        .update(creatorVerifications)
        .set({ [column]: id, updatedAt: new Date() })
        .where(and(eq(creatorVerifications.userId, viewer.id), eq(creatorVerifications.status, 'started')))
        .returning()
      // It was submitted while the image was uploaded; what staff look at must not change.
      if (now === undefined) {
        await ctx.storage.remove(`${id}/full`)
        throw refuse('already_done')
      }
      if (before !== null) await ctx.storage.remove(`${before}/full`)
      return Response.json(presentVerification(now), { headers: { 'cache-control': 'private, no-store' } })
    },
  },
  {
    method: 'GET',
    path: '/api/staff/verifications/{id}/images/{kind}',
    access: staff,
    rate: 'read',
    serve: async (c, viewer) => {
      requireStaffAuth(ctx, viewer)
      const { id, kind } = { id: c.req.param('id') ?? '', kind: c.req.param('kind') }
      if (!isKind(kind) || !/^[0-9a-f-]{36}$/i.test(id)) throw refuse('not_found')
      const [row] = await ctx.db.select().from(creatorVerifications).where(eq(creatorVerifications.userId, id))
      const imageId = kind === 'document' ? row?.documentImageId : row?.selfieImageId
      if (!imageId) throw refuse('not_found')
      await auditStaffRead(ctx, viewer, id)
      const answer = await serveMedia(ctx.storage, `${imageId}/full`, new Request(`http://media/${imageId}`))
      answer.headers.set('cache-control', 'private, no-store')
      return answer
    },
  },
]

async function storeImage(ctx: Services, id: string, bytes: Uint8Array): Promise<void> {
  const { full } = (await makePicture(bytes)).variants
  await ctx.storage.put(`${id}/full`, full.bytes, full.type)
}

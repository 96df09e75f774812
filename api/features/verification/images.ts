import { eq } from 'drizzle-orm'
import { ownerOnly, staff } from '../../../contract/endpoint.ts'
import { isUuid } from '../../../contract/uuid.ts'
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
      const id = newId()
      await storeImage(ctx, id, await readPicture(c.req.raw))
      const { now, before } = await replaceImage(ctx, viewer.id, kind, id).catch(async (error: unknown) => {
        await ctx.storage.remove(`${id}/full`)
        throw error
      })
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
      if (!isKind(kind) || !isUuid(id)) throw refuse('not_found')
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

type Row = typeof creatorVerifications.$inferSelect

/** After submission what staff look at must not change. */
function requireStarted(row: Row | undefined): asserts row is Row {
  if (row === undefined) throw refuse('not_found')
  if (row.status !== 'started') throw refuse('already_done')
}

/**
 * Puts a stored image in the place of the one before and answers that one, which nothing names any more. The lock gives
 * concurrent images their order, so that each of them is named by the row or answered here.
 */
function replaceImage(ctx: Services, userId: string, kind: Kind, id: string) {
  return ctx.db.transact(async (tx) => {
    const ofUser = eq(creatorVerifications.userId, userId)
    const [row] = await tx.select().from(creatorVerifications).where(ofUser).for('update')
    requireStarted(row)
    const column = kind === 'document' ? 'documentImageId' : 'selfieImageId'
    const changed = { [column]: id, updatedAt: new Date() }
    const [now] = await tx.update(creatorVerifications).set(changed).where(ofUser).returning()
    return { now, before: row[column] }
  })
}

async function storeImage(ctx: Services, id: string, bytes: Uint8Array): Promise<void> {
  const { full } = (await makePicture(bytes)).variants
  await ctx.storage.put(`${id}/full`, full.bytes, full.type)
}

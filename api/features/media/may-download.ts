import { eq } from 'drizzle-orm'
import { letsDownload } from '../../../contract/policy/download.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { media } from '../../platform/db/schema/media.ts'
import type { Services } from '../../platform/services.ts'

/** Whether a viewer who may fetch this media, null for a visitor, may keep a copy of it now (product §44). */
export async function mayDownload(ctx: Services, viewerId: string | null, id: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ ownerId: media.ownerId, ofMedia: media.mayDownload, ofAccount: users.mediaDownloads })
    .from(media)
    .innerJoin(users, eq(users.id, media.ownerId))
    .where(eq(media.id, id))
  return row !== undefined && (row.ownerId === viewerId || letsDownload(row))
}

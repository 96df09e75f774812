import { eq } from 'drizzle-orm'
import { creatorVerifications } from '../../platform/db/schema/staff.ts'
import type { Services } from '../../platform/services.ts'

/** Removes both images of a user from storage. */
export async function dropImages(ctx: Services, userId: string): Promise<void> {
  const [row] = await ctx.db.select().from(creatorVerifications).where(eq(creatorVerifications.userId, userId))
  for (const id of [row?.documentImageId, row?.selfieImageId]) if (id) await ctx.storage.remove(`${id}/full`)
}

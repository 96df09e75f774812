import { eq } from 'drizzle-orm'
import { media as contract } from '../../../contract/media.ts'
import { audit } from '../../platform/audit/audit.ts'
import { media } from '../../platform/db/schema/media.ts'
import { implement } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { getOwnMedia } from '../media/vault.ts'
import { posterQueue } from './poster-queue.ts'

const { choosePoster } = contract

/** The frame that stands for a film, made from the upload as its sizes are. */
export const posterRoutes = (ctx: Services) =>
  implement({ choosePoster })({
    choosePoster: async ({ id, at }, { viewer }) => {
      const { type, state, durationMs } = await getOwnMedia(ctx.db, viewer.id, id)
      if (type !== 'VIDEO' || state !== 'ready') throw refuse('not_found')
      const posterAtMs = Math.min(Math.round(at * 1000), durationMs ?? 0)
      await ctx.db.transact(async (tx) => {
        await tx.update(media).set({ posterAtMs }).where(eq(media.id, id))
        await audit(tx, viewer, 'media.choose_poster', { kind: 'media', id })
        await ctx.jobs.enqueue(tx, posterQueue, [{ id }])
      })
      return { ok: true }
    },
  })

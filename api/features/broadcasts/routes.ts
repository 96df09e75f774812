import { eq } from 'drizzle-orm'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { audit } from '../../platform/audit/audit.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { calendarChanged } from '../calendar/changed.ts'
import { countAudience } from './audience.ts'
import { planBroadcast, selectionOf, unsendBroadcast, withdrawBroadcast } from './broadcasts.ts'
import { readCopy, removeCopy, sendCopy } from './copy.ts'
import { readDraft, saveDraft } from './draft.ts'
import { moveBroadcast } from './move.ts'
import { previewBroadcast } from './preview.ts'
import { decideRest } from './rest.ts'
import { listBroadcasts, readBroadcast, readChannel, setFrequency } from './views.ts'

export const broadcastRoutes = (ctx: Services) =>
  implement(broadcasts)({
    send: async (input, { viewer, created }) => {
      const { isNew, ...planned } = await planBroadcast(ctx, viewer, input)
      if (isNew) {
        created()
        calendarChanged(ctx, viewer.id, 'broadcast')
      }
      return planned
    },
    getDraft: async (_, { viewer }) => ({ draft: await readDraft(ctx, viewer) }),
    saveDraft: async (input, { viewer }) => {
      await saveDraft(ctx, viewer, input)
      return { ok: true }
    },
    list: (query, { viewer }) => listBroadcasts(ctx, viewer, query),
    get: ({ id }, { viewer }) => readBroadcast(ctx, viewer, id),
    unsend: async ({ id }, { viewer }) => {
      await unsendBroadcast(ctx, viewer, id)
      calendarChanged(ctx, viewer.id, 'broadcast')
      return { ok: true }
    },
    withdraw: async ({ id }, { viewer }) => {
      const draft = await withdrawBroadcast(ctx, viewer, id)
      calendarChanged(ctx, viewer.id, 'broadcast')
      return { draft }
    },
    move: async ({ id, ...times }, { viewer }) => {
      const sendAt = await moveBroadcast(ctx, viewer, id, times)
      calendarChanged(ctx, viewer.id, 'broadcast')
      return { send_at: sendAt }
    },
    decideRest: async (input, { viewer }) => {
      const decided = await decideRest(ctx, viewer, input)
      calendarChanged(ctx, viewer.id, 'broadcast')
      return decided
    },
    audiences: async (input, { viewer }) => {
      const choice = input.audience === 'chosen' ? (await readDraft(ctx, viewer))?.choice : null
      return countAudience(ctx.db, await selectionOf(ctx, viewer, { ...input, choice }))
    },
    preview: (input, { viewer }) => previewBroadcast(ctx, viewer, input),
    sendCopy: async (input, { viewer }) => ({ copy: await sendCopy(ctx, viewer, input) }),
    getCopy: async (_, { viewer }) => ({ copy: await readCopy(ctx, viewer) }),
    removeCopy: async (_, { viewer }) => {
      await removeCopy(ctx, viewer)
      return { ok: true }
    },
    getLimit: async (_, { viewer }) => ({ per_week: await readLimit(ctx, viewer.id) }),
    setLimit: async ({ per_week: perWeek }, { viewer }) => {
      await ctx.db.transact(async (tx) => {
        await tx.update(users).set({ broadcastsPerWeek: perWeek }).where(eq(users.id, viewer.id))
        await audit(tx, viewer, 'broadcasts.limit')
      })
      return { per_week: perWeek }
    },
    channel: (query, { viewer }) => readChannel(ctx, viewer, query),
    setFrequency: async ({ creatorId, frequency }, { viewer }) => ({
      frequency: await setFrequency(ctx, viewer, creatorId, frequency),
    }),
  })

async function readLimit(ctx: Services, creator: string): Promise<number> {
  const [row] = await ctx.db.select({ limit: users.broadcastsPerWeek }).from(users).where(eq(users.id, creator))
  return row?.limit ?? 0
}

import { broadcasts } from '../../../contract/broadcasts.ts'
import { implement, requireFlag } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { countAudience } from './audience.ts'
import { planBroadcast, revealsSpending, unsendBroadcast } from './broadcasts.ts'
import { readDraft, saveDraft } from './draft.ts'
import { listBroadcasts, readBroadcast, readChannel, setFrequency } from './views.ts'

export const broadcastRoutes = (ctx: Services) =>
  implement(broadcasts)({
    send: async (input, { viewer, created }) => {
      const { isNew, ...planned } = await planBroadcast(ctx, viewer, input)
      if (isNew) created()
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
      return { ok: true }
    },
    audiences: async ({ audience, exclude }, { viewer }) => {
      if (revealsSpending([audience, ...exclude])) requireFlag(viewer, 'can_payment')
      const selection = { creator: viewer.id, now: new Date(ctx.now()), audience, exclude }
      return { count: await countAudience(ctx.db, selection) }
    },
    channel: (query, { viewer }) => readChannel(ctx, viewer, query),
    setFrequency: async ({ creatorId, frequency }, { viewer }) => ({
      frequency: await setFrequency(ctx, viewer, creatorId, frequency),
    }),
  })

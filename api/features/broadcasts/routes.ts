import { broadcasts } from '../../../contract/broadcasts.ts'
import { implement, needFlag } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { countAudience } from './audience.ts'
import { namesMoney, plan, unsend } from './broadcasts.ts'
import { listBroadcasts, readBroadcast, readChannel, setFrequency } from './views.ts'

export const broadcastRoutes = (on: Services) =>
  implement(broadcasts)({
    send: async (input, { viewer, created }) => {
      const { isNew, ...planned } = await plan(on, viewer, input)
      if (isNew) created()
      return planned
    },
    list: (query, { viewer }) => listBroadcasts(on, viewer, query),
    get: ({ id }, { viewer }) => readBroadcast(on, viewer, id),
    unsend: async ({ id }, { viewer }) => {
      await unsend(on, viewer, id)
      return { ok: true }
    },
    audiences: async ({ audience, exclude }, { viewer }) => {
      if (namesMoney([audience, ...exclude])) needFlag(viewer, 'can_payment')
      const [row] = await on.db.run<{ count: number }>(countAudience(audience, exclude), [
        viewer.id,
        new Date(on.now()),
      ])
      return { count: row?.count ?? 0 }
    },
    channel: (query, { viewer }) => readChannel(on, viewer, query),
    frequency: async ({ creatorId, frequency }, { viewer }) => ({
      frequency: await setFrequency(on, viewer, creatorId, frequency),
    }),
  })

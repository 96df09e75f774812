import { statement, timestamptz, uuid } from '../../platform/db/statement.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { SocketFeature } from '../../platform/live/socket-feature.ts'
import type { Services } from '../../platform/services.ts'

/**
 * Keeps when creators were last here, every two minutes while a socket of their own is open (product §55). An operator
 * is not the creator, and of a creator who hides it nothing is stored.
 */
export const lastSeenSockets = (ctx: Services): SocketFeature => ({
  presents: [],
  present: async () => new Map(),
  open: (viewer) => {
    let markedAt = 0
    const mark = async () => {
      const now = ctx.now()
      if (!isCreatorInPerson(viewer()) || now - markedAt < everyMs) return
      markedAt = now
      await ctx.db.run(markSeen, { user: viewer().id, now: new Date(now) })
    }
    return { frames: {}, adapt: {}, pulse: mark, close: async () => undefined }
  },
})

const isCreatorInPerson = ({ isCreator, acting }: Viewer): boolean => isCreator && acting === null
const everyMs = 120_000

const markSeen = statement(
  'users_mark_seen',
  { user: uuid, now: timestamptz },
  {},
  ({ user, now }) => `update users set last_seen_at = ${now} where id = ${user} and is_creator and show_last_seen`,
)

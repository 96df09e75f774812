import { chat } from '../../../contract/chat.ts'
import { implement } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { like, remove, send } from './chat.ts'
import { history } from './history.ts'
import { hide, listSessions, readSession, sessionWith, toggleMute, unhide } from './sessions.ts'
import { tip } from './tip.ts'
import { once } from '../wallet/idempotency.ts'

export const chatRoutes = (on: Services) =>
  implement(chat)({
    sessions: (query, { viewer }) => listSessions(on, viewer, query),
    session: ({ userId }, { viewer }) => sessionWith(on, viewer, userId),
    updateSession: async ({ id, hidden }, { viewer }) => {
      if (hidden === false) await unhide(on, viewer, id)
      return readSession(on, viewer, id)
    },
    mute: async ({ id }, { viewer }) => ({ muted: await toggleMute(on, viewer, id) }),
    hide: async ({ id }, { viewer }) => ({ hidden: await hide(on, viewer, id) }),
    send: async (input, { viewer, created }) => {
      if (input.receiver_id == null) throw refuse('missing_receiver_id')
      const { message, isNew } = await send(on, viewer, {
        receiverId: input.receiver_id,
        content: input.content,
        clientId: input.client_id ?? null,
        priceCents: input.price ?? null,
        replyTo: input.reply_to ?? null,
        mediaIds: input.media_ids,
        previewIds: input.preview_ids,
      })
      if (isNew) created()
      return message
    },
    messages: (query, { viewer }) => history(on, viewer, query),
    like: ({ id }, { viewer }) => like(on, viewer, id),
    remove: async ({ id }, { viewer }) => {
      await remove(on, viewer, id)
      return { ok: true }
    },
    tip: (input, call) =>
      once(on, call, chat.tip, input, async (tx) => {
        const { tell, ...answer } = await tip(tx, on, call.me.id, input)
        return { answer, tell }
      }),
  })

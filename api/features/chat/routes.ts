import { chat } from '../../../contract/chat.ts'
import { chatDrafts } from '../../../contract/chat-drafts.ts'
import { chatSearch } from '../../../contract/chat-search.ts'
import { inbox } from '../../../contract/inbox.ts'
import { implement, type Route } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { idempotent } from '../wallet/idempotency.ts'
import { changeConversations } from './change-conversations.ts'
import {
  hideConversation,
  listConversations,
  openConversation,
  readConversation,
  toggleMute,
  unhideConversation,
} from './conversations.ts'
import { listDrafts, saveDraft } from './drafts.ts'
import { editMessage } from './edit.ts'
import { findMessages } from './find.ts'
import { listMessages } from './history.ts'
import { countViews } from './inbox-counts.ts'
import { removeMessage, sendMessage } from './messages.ts'
import { likeMessage, reactToMessage } from './reactions.ts'
import { tip } from './tip.ts'

export const chatRoutes = (ctx: Services): Route[] => [
  ...conversationRoutes(ctx),
  ...inboxRoutes(ctx),
  ...searchRoutes(ctx),
  ...draftRoutes(ctx),
]

const inboxRoutes = (ctx: Services) =>
  implement(inbox)({
    change: async (input, { viewer }) => ({ changed: await changeConversations(ctx, viewer, input) }),
    counts: ({ mode }, { viewer }) => countViews(ctx, viewer, mode),
  })

const searchRoutes = (ctx: Services) =>
  implement(chatSearch)({ find: (query, { viewer }) => findMessages(ctx, viewer, query) })

const draftRoutes = (ctx: Services) =>
  implement(chatDrafts)({
    list: async (_, { viewer }) => ({ data: await listDrafts(ctx, viewer) }),
    save: async (draft, { viewer }) => {
      await saveDraft(ctx, viewer, draft)
      return { ok: true }
    },
  })

const conversationRoutes = (ctx: Services) =>
  implement(chat)({
    conversations: (query, { viewer }) => listConversations(ctx, viewer, query),
    conversation: ({ userId }, { viewer }) => openConversation(ctx, viewer, userId),
    updateConversation: async ({ id, hidden }, { viewer }) => {
      if (hidden === false) await unhideConversation(ctx, viewer, id)
      return readConversation(ctx, viewer, id)
    },
    mute: async ({ id }, { viewer }) => ({ muted: await toggleMute(ctx, viewer, id) }),
    hide: async ({ id }, { viewer }) => ({ hidden: await hideConversation(ctx, viewer, id) }),
    send: async (input, { viewer, created }) => {
      if (input.receiver_id == null) throw refuse('missing_receiver_id')
      const { message, isNew } = await sendMessage(ctx, viewer, {
        receiverId: input.receiver_id,
        content: input.content,
        clientId: input.client_id ?? null,
        priceCents: input.price ?? null,
        priceConfirmed: input.price_confirmed,
        replyTo: input.reply_to ?? null,
        mediaIds: input.media_ids,
        previewIds: input.preview_ids,
        savedReplyId: input.saved_reply_id ?? null,
      })
      if (isNew) created()
      return message
    },
    messages: (query, { viewer }) => listMessages(ctx, viewer, query),
    like: ({ id }, { viewer }) => likeMessage(ctx, viewer, id),
    react: (input, { viewer }) => reactToMessage(ctx, viewer, input),
    edit: (input, { viewer }) => editMessage(ctx, viewer, input),
    remove: async ({ id }, { viewer }) => {
      await removeMessage(ctx, viewer, id)
      return { ok: true }
    },
    tip: (input, call) =>
      idempotent(ctx, call, chat.tip, input, async (tx) => {
        const { afterCommit, ...answer } = await tip(tx, ctx, call.me.id, input)
        return { answer, afterCommit }
      }),
  })

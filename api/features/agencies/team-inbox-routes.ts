import { teamInbox } from '../../../contract/team-inbox.ts'
import { implementOnBehalf } from '../../identity/on-behalf.ts'
import { implement, type Route } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { saveDraft } from '../chat/drafts.ts'
import { findMessages } from '../chat/find.ts'
import { markRead } from '../chat/messages.ts'
import { listReplies } from '../chat/saved-replies.ts'
import { readTeamConversation, readTeamMessages, sendFromTeam } from './team-conversation.ts'
import { claim, readColleagues, readTeamCreators, readTeamInbox } from './team-inbox.ts'

export const teamInboxRoutes = (ctx: Services): Route[] => {
  const { inbox, creators, claim: claimEndpoint, ...onBehalf } = teamInbox
  return [
    ...implement({ inbox, creators, claim: claimEndpoint })({
      inbox: (query, { viewer }) => readTeamInbox(ctx, viewer, query),
      creators: async (_, { viewer }) => ({ data: await readTeamCreators(ctx, viewer) }),
      claim: async (input, { viewer }) => ({
        ok: true,
        until: (await claim(ctx, viewer, input))?.toISOString() ?? null,
      }),
    }),
    ...implementOnBehalf(
      ctx,
      onBehalf,
    )({
      colleagues: async (_, { viewer }) => ({ data: await readColleagues(ctx, viewer) }),
      conversation: (query, { viewer }) => readTeamConversation(ctx, viewer, query),
      messages: (query, { viewer }) => readTeamMessages(ctx, viewer, query),
      find: ({ fan_id, ...query }, { viewer }) => findMessages(ctx, viewer, { ...query, userId: fan_id }),
      send: async (input, { viewer, created }) => {
        const { message, isNew } = await sendFromTeam(ctx, viewer, input)
        if (isNew) created()
        return message
      },
      saveDraft: async ({ fan_id, ...draft }, { viewer }) => {
        await saveDraft(ctx, viewer, { ...draft, userId: fan_id })
        return { ok: true }
      },
      read: async ({ message_id }, { viewer }) => {
        await markRead(ctx, viewer, message_id)
        return { ok: true }
      },
      replies: (query, { viewer }) => listReplies(ctx, viewer, query),
    }),
  ]
}

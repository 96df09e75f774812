import type { Message } from '../../../contract/chat.ts'
import type { Fan } from '../../../contract/chat-tools.ts'
import type { Answer, Received } from '../../../contract/endpoint.ts'
import type { Claim, TeamConversation, teamInbox } from '../../../contract/team-inbox.ts'
import { readPeople } from '../../people/views.ts'
import { RefusalError, refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { boundToOperator } from '../../platform/media/bound-to-operator.ts'
import type { Services } from '../../platform/services.ts'
import { readFan } from '../chat/chat-tools.ts'
import { openConversation } from '../chat/conversations.ts'
import { readDraft } from '../chat/drafts.ts'
import { listMessages } from '../chat/history.ts'
import { sendMessage } from '../chat/messages.ts'
import { readRequestsBetween } from '../requests/answer.ts'
import { presentClaim } from './team-inbox.ts'
import { readClaim } from './team-inbox-statements.ts'

/** A conversation of the creator for whom the viewer acts, in one call; that it was opened stands in the audit log. */
export async function readTeamConversation(
  ctx: Services,
  viewer: Viewer,
  query: Received<typeof teamInbox.conversation>,
): Promise<TeamConversation> {
  const fanId = query.fan_id
  const [conversation, messages, fan, claim, draft, requests] = await Promise.all([
    openConversation(ctx, viewer, fanId),
    listMessages(ctx, viewer, { userId: fanId, limit: query.limit, cursor: query.cursor }),
    readFanIfKnown(ctx, viewer, fanId),
    readClaimOf(ctx, viewer, fanId),
    readDraft(ctx, viewer, fanId),
    readRequestsBetween(ctx, viewer, fanId),
  ])
  return {
    conversation,
    fan,
    claim,
    draft,
    requests,
    messages: { ...messages, data: messages.data.map((it) => forOperator(ctx, viewer.acting, it)) },
  }
}

/** The same conversation from another place on. */
export async function readTeamMessages(
  ctx: Services,
  viewer: Viewer,
  { fan_id, ...place }: Received<typeof teamInbox.messages>,
): Promise<Answer<typeof teamInbox.messages>> {
  const { data, next } = await listMessages(ctx, viewer, { ...place, userId: fan_id })
  return { data: data.map((it) => forOperator(ctx, viewer.acting, it)), next }
}

async function readFanIfKnown(ctx: Services, viewer: Viewer, fanId: string): Promise<Fan | null> {
  try {
    return await readFan(ctx, viewer, fanId)
  } catch (error) {
    if (error instanceof RefusalError && error.code === 'not_found') return null
    throw error
  }
}

async function readClaimOf(ctx: Services, viewer: Viewer, fanId: string): Promise<Claim | null> {
  const agency = viewer.acting?.agencyId ?? ''
  const [row] = await ctx.db.run(readClaim, { agency, creator: viewer.id, fan: fanId })
  if (row === undefined) return null
  const people = await readPeople(ctx, viewer.id, row.operator_id === null ? [] : [row.operator_id])
  return presentClaim(people, row)
}

/** Sends as the team. A colleague's claim is asked about first, so that a fan does not get two answers. */
export async function sendFromTeam(
  ctx: Services,
  viewer: Viewer,
  input: Received<typeof teamInbox.send>,
): Promise<{ message: Message; isNew: boolean }> {
  if (input.receiver_id == null) throw refuse('missing_receiver_id')
  if (!input.despite_claim) {
    const holder = (await readClaimOf(ctx, viewer, input.receiver_id))?.operator ?? null
    if (holder !== null && holder.id !== viewer.acting?.operatorId) throw refuse('conversation_claimed')
  }
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
  return { message: forOperator(ctx, viewer.acting, message), isNew }
}

/** A message as the creator sees it, with addresses of its media that the operator can use while they may chat. */
export function forOperator(ctx: Services, acting: { operatorId: string; grantId: string } | null, message: Message) {
  const { media } = boundToOperator(ctx, acting, 'can_chat')
  return { ...message, media: message.media.map(media) }
}

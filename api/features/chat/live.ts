import type { Message } from '../../../contract/chat.ts'
import { isUuid } from '../../../contract/uuid.ts'
import { publishAuditEntry } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { noBlockBetween } from '../../platform/db/rules.ts'
import { statement, uuid } from '../../platform/db/statement.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { RecordedEvent } from '../../platform/live/live.ts'
import type { FrameHandlers, SocketFeature, SocketHandlers } from '../../platform/live/socket-feature.ts'
import type { Services } from '../../platform/services.ts'
import { readSendFacts } from './facts.ts'
import { markRead } from './messages.ts'
import { openTeamPresence, type TeamPresence } from './team.ts'
import { readerOf, readMessages } from './views.ts'

/** Chat on the live sockets: typing, read receipts, the team members in a conversation, and messages on replay. */
export const chatSockets = (ctx: Services): SocketFeature => ({
  presents: ['new_message', 'message_updated', 'new_broadcast'],
  present: (viewer, events) => presentRecorded(ctx, viewer, events),
  open: (viewer) => openChat(ctx, viewer),
})

function openChat(ctx: Services, viewer: () => Viewer): SocketHandlers {
  const team = openTeamPresence(ctx, viewer)
  return {
    frames: openFrames(ctx, viewer, team),
    adapt: { team_here: team.onEvent },
    pulse: team.renew,
    close: team.leave,
  }
}

function openFrames(ctx: Services, viewer: () => Viewer, team: TeamPresence): FrameHandlers {
  const typing = openTyping(ctx, viewer, team)
  const mayChat = () => viewer().acting === null || viewer().acting?.permissions.can_chat === true
  return {
    looking: async (frame) => {
      if (!mayChat()) return
      await (frame.desk === true ? team.watchInbox() : team.openConversation(frame.receiver_id))
    },
    typing: async (frame) => {
      if (mayChat() && isUuid(frame.receiver_id)) await typing(frame.receiver_id.toLowerCase(), frame.is_typing)
    },
    read_receipt: async (frame) => {
      if (!mayChat() || !isUuid(frame.message_id)) return
      await markRead(ctx, viewer(), frame.message_id.toLowerCase())
      if (viewer().acting !== null) publishAuditEntry(ctx, viewer().id)
    },
  }
}

/**
 * Typing is published to users to whom the viewer may write, at most once a second, and is not stored. A block ends it
 * within seconds.
 */
function openTyping(ctx: Services, viewer: () => Viewer, team: TeamPresence) {
  const verdicts = new Map<string, { isAllowed: boolean; readAt: number; publishedAt: number }>()

  async function readVerdict(receiverId: string, now: number) {
    const cached = verdicts.get(receiverId)
    if (cached !== undefined && now - cached.readAt <= verdictMs) return cached
    if (verdicts.size > 200) verdicts.clear()
    const content = { clientId: null, replyTo: null, mediaIds: [] }
    const facts = await readSendFacts(ctx, { senderId: viewer().id, receiverId, ...content })
    const verdict = { isAllowed: facts?.verdict.allowed === true, readAt: now, publishedAt: 0 }
    verdicts.set(receiverId, verdict)
    return verdict
  }

  return async (receiverId: string, isTyping: boolean): Promise<void> => {
    const now = Date.now()
    const verdict = await readVerdict(receiverId, now)
    if (!verdict.isAllowed || (isTyping && now - verdict.publishedAt < 1_000)) return
    verdict.publishedAt = isTyping ? now : 0
    const payload = { sender_id: viewer().id, is_typing: isTyping }
    ctx.live.publish({ userId: receiverId, type: 'typing', payload })
    await team.typing(receiverId, isTyping)
  }
}

/** Messages as they are now, even if they were deleted, unlocked or liked since the event. */
async function presentRecorded(ctx: Services, viewer: Viewer, events: readonly RecordedEvent[]) {
  const messages = await readMessages(ctx, readerOf(viewer), [
    ...new Set(events.flatMap((event) => messageId(event) ?? [])),
  ])
  const payloads = new Map<string, Record<string, unknown>>()
  for (const event of events) {
    const id = messageId(event)
    const message = id === null ? undefined : messages.get(id)
    if (id === null) payloads.set(event.id, event.payload)
    else if (message !== undefined)
      payloads.set(event.id, { ...extras(event.type, message), session_id: message.session_id, message })
  }
  return payloads
}

const messageId = ({ payload }: RecordedEvent): string | null =>
  typeof payload.message_id === 'string' ? payload.message_id : null

/** The fields that spec §7 has beside the message. */
function extras(type: string, message: Message): Record<string, unknown> {
  if (type === 'new_message') return { sender: message.sender, seq: message.seq }
  if (type !== 'new_broadcast') return {}
  return { sender: message.sender, content: message.content, created_at: message.created_at, media: message.media }
}

/** The users who learn that this user is online: the latest 200 with whom they exchange messages, without blocks. */
export async function readAcquaintances(db: Db, userId: string): Promise<string[]> {
  const rows = await db.run(acquaintances, { user: userId })
  return rows.map((row) => row.other_id)
}

const verdictMs = 5_000

const acquaintances = statement(
  'live_acquaintances',
  { user: uuid },
  { other_id: uuid },
  ({ user }) => `
    select m.other_id from chat_members m where m.user_id = ${user} and m.last_message_at is not null
      and ${noBlockBetween(user, 'm.other_id')}
    order by m.last_message_at desc limit 200`,
)

import type { Message } from '../../../contract/chat.ts'
import { coinsOf } from '../../../contract/coins.ts'
import { fanMediaPerMessage } from '../../../contract/limits.ts'
import { maySendMedia } from '../../../contract/policy/fan-media.ts'
import { paidCents } from '../../../contract/prices.ts'
import { audit } from '../../platform/audit/audit.ts'
import { type Db, violated } from '../../platform/db/db.ts'
import { blockBetween, notDeleted } from '../../platform/db/rules.ts'
import { bool, int, statement, timestamptz, uuid } from '../../platform/db/statement.ts'
import { requireFlag } from '../../platform/http/implement.ts'
import { type RefusalError, refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { chatRefusal, readSendFacts, type SendFacts } from './facts.ts'
import { pushMessage } from './push.ts'
import { recordReplySend } from './saved-reply-statements.ts'
import { type NewMessage, submitMessage } from './send.ts'
import { getSidesForViewer } from './sides.ts'
import { tombstone } from './tombstone.ts'
import { unreadPredicate } from './unread.ts'
import { readerOf, readMessages } from './views.ts'

/** Sends a message, once per `clientId`: `isNew` is false if it was sent before. */
export async function sendMessage(
  ctx: Services,
  viewer: Viewer,
  draft: Draft,
): Promise<{ message: Message; isNew: boolean }> {
  const media = toAttachments(draft)
  requireFlags(viewer, draft, media.length)
  const refusal = refusalOfDraft(viewer, draft, media)
  try {
    const { facts, stored } = await submit(ctx, viewer, draft, media, refusal !== null)
    if (facts === null) throw refuse('not_found')
    if (facts.sentBefore !== null) return presentSentBefore(ctx, viewer, facts.sentBefore)
    if (stored === null)
      throw (
        refusalByFacts(viewer, facts, media.length) ?? refusal ?? new Error('a message was not stored for no reason')
      )
    stored.afterCommit()
    if (stored.hasBrowser && !ctx.live.isOnline(draft.receiverId)) void pushMessage(ctx, stored.message)
    return { message: readerOf(viewer).seesAmounts ? stored.message : { ...stored.message, tip: null }, isNew: true }
  } catch (error) {
    if (violated(error) !== 'messages_client') throw error
    // The same message was sent twice at the same moment, and the other request stored it.
    const facts = await readSendFacts(ctx, { ...draft, senderId: viewer.id, mediaIds: [] })
    if (facts === null || facts.sentBefore === null) throw error
    return presentSentBefore(ctx, viewer, facts.sentBefore)
  }
}

export type Draft = {
  receiverId: string
  content: string
  clientId: string | null
  /** Cents. */
  priceCents: number | null
  /** The second yes to a dear price, which an agency may ask of its operators. */
  priceConfirmed: boolean
  replyTo: string | null
  mediaIds: readonly string[]
  previewIds: readonly string[]
  /** The saved reply that it was written with. */
  savedReplyId: string | null
}
type Attachment = { id: string; isPreview: boolean }

/** A preview is one of the message's media, even if `mediaIds` does not name it. */
function toAttachments({ mediaIds, previewIds }: Draft): Attachment[] {
  return [...new Set([...mediaIds, ...previewIds])].map((id) => ({ id, isPreview: previewIds.includes(id) }))
}

function requireFlags(viewer: Viewer, draft: Draft, mediaCount: number): void {
  if (mediaCount > 0) requireFlag(viewer, 'can_medias')
  if (draft.priceCents !== null) requireFlag(viewer, 'can_payment')
}

/** Why what the database knows forbids a message, or null. */
function refusalByFacts({ isCreator }: Viewer, facts: SendFacts, mediaCount: number): RefusalError | null {
  const refusal = chatRefusal(facts)
  if (refusal !== null) return refusal
  const { verdict: chat, isTaken } = facts
  if (mediaCount > 0 && !maySendMedia({ chat, senderIsCreator: isCreator, isTaken }).allowed)
    return refuse('media_not_taken')
  return facts.replyExists && facts.ownMedia === mediaCount ? null : refuse('not_found')
}

/** Why a draft is refused for any receiver, or null. */
function refusalOfDraft(viewer: Viewer, draft: Draft, media: readonly Attachment[]): RefusalError | null {
  if (draft.priceCents !== null) {
    if (!viewer.isCreator) return refuse('not_creator')
    if (draft.priceCents < paidCents.min || draft.priceCents > paidCents.max) return refuse('invalid_amount')
    if (media.every(({ isPreview }) => isPreview))
      return refuse('invalid_input', { fields: { price: ['nothing to sell'] } })
    const asksAbove = viewer.acting?.rules.asksAboveCents ?? null
    if (asksAbove !== null && draft.priceCents > asksAbove && !draft.priceConfirmed)
      return refuse('price_unconfirmed', { price: coinsOf(asksAbove) })
  }
  if (!viewer.isCreator && media.length > fanMediaPerMessage)
    return refuse('invalid_input', { fields: { media_ids: ['too many'] } })
  const isEmpty = draft.content === '' && media.length === 0
  return isEmpty ? refuse('invalid_input', { fields: { content: ['nothing to send'] } }) : null
}

/** One statement is atomic by itself; a saved reply is counted and an operator's message logged in its transaction. */
async function submit(
  ctx: Services,
  viewer: Viewer,
  draft: Draft,
  media: readonly Attachment[],
  isRefused: boolean,
): ReturnType<typeof submitMessage> {
  const message: NewMessage = {
    ...draft,
    senderId: viewer.id,
    media,
    isFromFan: !viewer.isCreator && media.length > 0,
    type: media.length > 0 ? 'media' : 'text',
    operatorId: viewer.acting?.operatorId ?? null,
  }
  if (viewer.acting === null && draft.savedReplyId === null) return submitMessage(ctx.db, ctx, message, isRefused)
  return ctx.db.transact(async (tx) => {
    const result = await submitMessage(tx, ctx, message, isRefused)
    if (result.stored === null) return result
    const { id } = result.stored.message
    if (draft.savedReplyId !== null) await countReply(tx, viewer, draft, id)
    await audit(tx, viewer, 'chat.send', { kind: 'message', id })
    return result
  })
}

async function countReply(tx: Db, viewer: Viewer, { savedReplyId, receiverId }: Draft, messageId: string) {
  const sent = { creator: viewer.id, fan: receiverId, message: messageId, now: new Date() }
  await tx.run(recordReplySend, { ...sent, reply: savedReplyId ?? '' })
}

async function presentSentBefore(
  ctx: Services,
  viewer: Viewer,
  id: string,
): Promise<{ message: Message; isNew: boolean }> {
  const message = (await readMessages(ctx, readerOf(viewer), [id])).get(id)
  if (message === undefined) throw refuse('not_found')
  return { message, isNew: false }
}

/** Leaves a tombstone in place of the viewer's own message; a second call changes nothing. */
export async function removeMessage(ctx: Services, viewer: Viewer, messageId: string): Promise<void> {
  const sides = await getSidesForViewer(ctx, viewer, messageId)
  if (sides.sender_id !== viewer.id) throw refuse('forbidden')
  const afterCommit = await ctx.db.transact(async (tx) => {
    const publishDeletion = await tombstone(tx, ctx, messageId)
    if (publishDeletion !== null) await audit(tx, viewer, 'chat.remove', { kind: 'message', id: messageId })
    return publishDeletion
  })
  afterCommit?.()
}

/**
 * Marks everything up to a message as read and publishes it to both sides; does nothing if the viewer did not receive
 * the message. During a block the reader's own count falls, and the other side learns nothing.
 */
export async function markRead(ctx: Services, viewer: Viewer, messageId: string): Promise<void> {
  const afterCommit = await ctx.db.transact(async (tx) => {
    const [row] = await tx.run(markReadUpTo, { reader: viewer.id, message: messageId, now: new Date() })
    if (row === undefined) return () => undefined
    await audit(tx, viewer, 'chat.read', { kind: 'message', id: messageId })
    const payload = { session_id: row.session_id, reader_id: viewer.id, message_id: messageId, seq: row.seq }
    const readers = row.blocked ? [viewer.id] : [row.other_id, viewer.id]
    return ctx.live.record(
      tx,
      readers.map((userId) => ({ userId, type: 'read' as const, payload })),
    )
  })
  afterCommit()
}

/**
 * Receipts only move forward; what came after the message stays unread. What was read is taken off the count, which is
 * read again once its row is locked, so that a message that arrives at the same moment is counted. A reader of the last
 * message has read everything.
 */
const markReadUpTo = statement(
  'chat_read_up_to',
  { reader: uuid, message: uuid, now: timestamptz },
  { session_id: uuid, other_id: uuid, seq: int, blocked: bool },
  ({ reader, message, now }) => `
    with target as (
      select t.id, t.session_id, t.seq, t.sender_id as other_id, k.read_seq as was,
        ${blockBetween('t.sender_id', 't.receiver_id')} as blocked from messages t
      join chat_members k on k.session_id = t.session_id and k.user_id = ${reader}
      where t.id = ${message} and t.receiver_id = ${reader}
    ), mine as (
      update chat_members m set read_seq = target.seq, unread_count = case when m.last_message_id = target.id then 0 else
        greatest(0, m.unread_count - (
          select count(*)::int from messages u where u.session_id = target.session_id and u.seq > m.read_seq
            and u.seq <= target.seq and u.receiver_id = ${reader} and ${notDeleted('u')} and ${unreadPredicate('u')})) end
      from target where m.session_id = target.session_id and m.user_id = ${reader} and m.read_seq < target.seq
      returning target.session_id, target.other_id, target.seq, target.was, target.blocked
    ), marked as (
      update messages r set read_at = ${now} from mine
      where r.session_id = mine.session_id and r.seq > mine.was and r.seq <= mine.seq and r.receiver_id = ${reader}
        and r.read_at is null and not mine.blocked
    )
    select session_id, other_id, seq, blocked from mine`,
)

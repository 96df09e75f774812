import type { Message } from '../../../contract/chat.ts'
import { paidCents } from '../../../contract/limits.ts'
import { type Db, violated } from '../../platform/db/db.ts'
import { blockBetween, notDeleted } from '../../platform/db/rules.ts'
import { bool, int, type RowOf, statement, timestamptz, uuid } from '../../platform/db/statement.ts'
import { requireFlag } from '../../platform/http/implement.ts'
import { type RefusalError, refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { audit } from '../../platform/audit/audit.ts'
import { notify } from '../notifications/notify.ts'
import { type SendFacts, sendFacts } from './facts.ts'
import { unreadPredicate } from './unread.ts'
import { pushMessage } from './push.ts'
import { type NewMessage, submitMessage } from './send.ts'
import { tombstone } from './tombstone.ts'
import { readerOf, readMessages } from './views.ts'
import { type LiveMessage, runAll } from '../../platform/live/live.ts'

/** Sends a message, once per `clientId`: `isNew` is false when it was there already. */
export async function send(ctx: Services, viewer: Viewer, it: Draft): Promise<{ message: Message; isNew: boolean }> {
  const media = attachments(it)
  needFlags(viewer, it, media.length)
  const draft: NewMessage = {
    ...it,
    senderId: viewer.id,
    media,
    type: media.length > 0 ? 'media' : 'text',
    operatorId: viewer.acting?.operatorId ?? null,
  }
  try {
    const { facts, stored } = await submit(ctx, viewer, draft, refusalOf(viewer, it, media) !== null)
    if (facts === null) throw refuse('not_found')
    if (facts.sentBefore !== null) return before(ctx, viewer, facts.sentBefore)
    if (stored === null)
      throw (
        whyNot(facts, media.length) ??
        refusalOf(viewer, it, media) ??
        new Error('a message was kept back for no reason')
      )
    stored.afterCommit()
    // Who is here sees it; the others hear of it from their browser.
    if (stored.hasBrowser && !ctx.live.isOnline(it.receiverId)) void pushMessage(ctx, stored.message)
    return { message: readerOf(viewer).seesAmounts ? stored.message : { ...stored.message, tip: null }, isNew: true }
  } catch (error) {
    if (violated(error) !== 'messages_client') throw error
    // The same message came twice at once; the other one won.
    const again = await sendFacts(ctx, { ...it, senderId: viewer.id, mediaIds: [] })
    if (again === null || again.sentBefore === null) throw error
    return before(ctx, viewer, again.sentBefore)
  }
}

export type Draft = {
  receiverId: string
  content: string
  clientId: string | null
  /** Cents. */
  priceCents: number | null
  replyTo: string | null
  mediaIds: readonly string[]
  previewIds: readonly string[]
}

/** A preview is one of the message's media too, whether or not it is named among them. */
function attachments(it: Pick<Draft, 'mediaIds' | 'previewIds'>): { id: string; isPreview: boolean }[] {
  const previews = new Set(it.previewIds)
  return [...new Set([...it.mediaIds, ...it.previewIds])].map((id) => ({ id, isPreview: previews.has(id) }))
}

function needFlags(viewer: Viewer, it: Draft, media: number): void {
  if (media > 0) requireFlag(viewer, 'can_medias')
  if (it.priceCents !== null) requireFlag(viewer, 'can_payment')
}

/** Why what the database knows forbids a message, or null. */
function whyNot(facts: SendFacts, media: number): RefusalError | null {
  const { reason } = facts.verdict
  if (reason === 'self') return refuse('own_thing')
  // Who never wrote with somebody does not learn that they are blocked.
  if (reason === 'blocked') return facts.known ? refuse('chat_closed', { reason }) : refuse('not_found')
  if (reason !== null) return refuse('chat_closed', { needs: reason })
  return facts.replyIsHere && facts.ownMedia === media ? null : refuse('not_found')
}

/** Why a message is none whoever receives it, or null. */
function refusalOf(viewer: Viewer, it: Draft, media: readonly { isPreview: boolean }[]): RefusalError | null {
  if (it.priceCents !== null) {
    if (!viewer.isCreator) return refuse('not_creator')
    if (it.priceCents < paidCents.min || it.priceCents > paidCents.max) return refuse('invalid_amount')
    if (media.every((one) => one.isPreview)) return refuse('invalid_input', { fields: { price: ['nothing to sell'] } })
  }
  const isEmpty = it.content === '' && media.length === 0
  return isEmpty ? refuse('invalid_input', { fields: { content: ['nothing to send'] } }) : null
}

/** One statement alone is atomic; only an operator's act adds its line to the log beside it. */
async function submit(ctx: Services, viewer: Viewer, draft: NewMessage, held: boolean) {
  if (viewer.acting === null) return submitMessage(ctx.db, ctx, draft, held)
  return ctx.db.transact(async (tx) => {
    const done = await submitMessage(tx, ctx, draft, held)
    if (done.stored !== null) await audit(tx, viewer, 'chat.send', { kind: 'message', id: done.stored.message.id })
    return done
  })
}

async function before(ctx: Services, viewer: Viewer, id: string): Promise<{ message: Message; isNew: boolean }> {
  const message = (await readMessages(ctx, readerOf(viewer), [id])).get(id)
  if (message === undefined) throw refuse('not_found')
  return { message, isNew: false }
}

/** Likes a message of one's own conversations, or takes the like back. */
export async function like(
  ctx: Services,
  viewer: Viewer,
  messageId: string,
): Promise<{ liked: boolean; likes: number }> {
  const sides = await reach(ctx, viewer, messageId)
  // A block freezes the conversation (product §16): nothing that is done in it reaches the other one.
  if (sides.blocked) throw refuse('chat_closed', { reason: 'blocked' })
  const { liked, afterCommit } = await ctx.db.transact(async (tx) => {
    const [row] = await tx.run(toggleLike, { message: messageId, user: viewer.id })
    await audit(tx, viewer, 'chat.like', { kind: 'message', id: messageId })
    const told = [await publishMessageUpdated(tx, ctx, sides, messageId)]
    // Said once: liking, taking it back and liking again is no news.
    const isNews =
      row?.liked === true &&
      (await tx.run(likedBefore, { author: sides.sender_id, liker: viewer.id, message: messageId })).length === 0
    const object = { kind: 'message' as const, id: messageId }
    if (isNews)
      told.push(await notify(tx, ctx, { userId: sides.sender_id, type: 'message_like', actorId: viewer.id, object }))
    return { liked: row?.liked === true, afterCommit: runAll(told) }
  })
  const message = (await readMessages(ctx, readerOf(viewer), [messageId])).get(messageId)
  afterCommit()
  return { liked, likes: message?.likes ?? 0 }
}

/** Tells both sides that a message looks different now; to be called in the transaction that changes it. */
async function publishMessageUpdated(tx: Db, ctx: Services, sides: Sides, messageId: string): Promise<() => void> {
  const events: LiveMessage[] = []
  for (const userId of [sides.sender_id, sides.receiver_id]) {
    const message = (await readMessages(ctx, { id: userId, seesAmounts: true }, [messageId], tx)).get(messageId)
    if (message !== undefined)
      events.push({ userId, type: 'message_updated', payload: { session_id: sides.session_id, message } })
  }
  return ctx.live.record(tx, events)
}

/** Leaves a tombstone in place of one's own message; doing it twice is doing it once. */
export async function remove(ctx: Services, viewer: Viewer, messageId: string): Promise<void> {
  const sides = await reach(ctx, viewer, messageId)
  if (sides.sender_id !== viewer.id) throw refuse('forbidden')
  const afterCommit = await ctx.db.transact(async (tx) => {
    const told = await tombstone(tx, ctx, messageId)
    if (told !== null) await audit(tx, viewer, 'chat.remove', { kind: 'message', id: messageId })
    return told
  })
  afterCommit?.()
}

/**
 * Marks everything up to a message as read and tells both sides; nothing when it is no message to the reader. While one
 * of them blocks the other, the reader's own count falls and the other one learns nothing.
 */
export async function markRead(ctx: Services, viewer: Viewer, messageId: string): Promise<void> {
  const afterCommit = await ctx.db.transact(async (tx) => {
    const [row] = await tx.run(readUpTo, { reader: viewer.id, message: messageId, now: new Date() })
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

/** The message with this id when the viewer is one of its two sides; someone else's is as missing (safety §15). */
async function reach(ctx: Services, viewer: Viewer, messageId: string): Promise<Sides> {
  const [sides] = await ctx.db.run(sidesOf, { message: messageId, viewer: viewer.id })
  if (sides === undefined) throw refuse('not_found')
  return sides
}

const sidesOf = statement(
  'chat_sides',
  { message: uuid, viewer: uuid },
  { session_id: uuid, seq: int, sender_id: uuid, receiver_id: uuid, blocked: bool },
  ({ message, viewer }) => `
    select session_id, seq, sender_id, receiver_id, ${blockBetween('sender_id', 'receiver_id')} as blocked from messages
    where id = ${message} and (sender_id = ${viewer} or receiver_id = ${viewer})`,
)
type Sides = RowOf<typeof sidesOf>

const likedBefore = statement(
  'chat_liked_before',
  { author: uuid, liker: uuid, message: uuid },
  { found: int },
  ({ author, liker, message }) => `
    select 1 as found from notifications
    where user_id = ${author} and type = 'message_like' and actor_id = ${liker} and object_id = ${message}`,
)

const toggleLike = statement(
  'chat_toggle_like',
  { message: uuid, user: uuid },
  { liked: bool },
  ({ message, user }) => `
    with gone as (delete from message_likes where message_id = ${message} and user_id = ${user} returning 1),
    added as (
      insert into message_likes (message_id, user_id) select ${message}, ${user} where not exists (select 1 from gone)
      on conflict do nothing
    )
    select not exists (select 1 from gone) as liked`,
)

/**
 * Receipts only move forward; what came after the message stays unread. What was read is taken off the count, which is
 * read again once its row is locked, so that a message that arrives at the same moment is counted. A reader of the last
 * message has read everything.
 */
const readUpTo = statement(
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

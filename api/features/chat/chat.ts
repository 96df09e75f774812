import type { Message } from '../../../contract/chat.ts'
import { paidCents } from '../../../contract/limits.ts'
import { type Db, type Statement, violated } from '../../platform/db/db.ts'
import { blockBetween } from '../../platform/db/rules.ts'
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
    const [row] = await tx.run<{ liked: boolean }>(toggleLike, [messageId, viewer.id])
    await audit(tx, viewer, 'chat.like', { kind: 'message', id: messageId })
    const told = [await publishMessageUpdated(tx, ctx, sides, messageId)]
    // Said once: liking, taking it back and liking again is no news.
    const isNews =
      row?.liked === true && (await tx.run(likedBefore, [sides.sender_id, viewer.id, messageId])).length === 0
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

/** Puts a tombstone in place of a message, whoever wrote it; answers how to tell both sides, null when it was gone before. */
export async function tombstone(tx: Db, ctx: Services, messageId: string): Promise<(() => void) | null> {
  const [gone] = await tx.run<Sides>(entomb, [messageId])
  if (gone === undefined) return null
  const payload = { session_id: gone.session_id, message_id: messageId, seq: gone.seq }
  return ctx.live.record(tx, [
    { userId: gone.sender_id, type: 'message_deleted', payload },
    { userId: gone.receiver_id, type: 'message_deleted', payload },
  ])
}

/**
 * Marks everything up to a message as read and tells both sides; nothing when it is no message to the reader. While one
 * of them blocks the other, the reader's own count falls and the other one learns nothing.
 */
export async function markRead(ctx: Services, viewer: Viewer, messageId: string): Promise<void> {
  const afterCommit = await ctx.db.transact(async (tx) => {
    const [row] = await tx.run<ReadRow>(readUpTo, [viewer.id, messageId, new Date()])
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
async function reach(ctx: Services, viewer: Viewer, messageId: string): Promise<Sides & { blocked: boolean }> {
  const [sides] = await ctx.db.run<Sides & { blocked: boolean }>(sidesOf, [messageId, viewer.id])
  if (sides === undefined) throw refuse('not_found')
  return sides
}

type Sides = { session_id: string; seq: number; sender_id: string; receiver_id: string }
type ReadRow = { session_id: string; other_id: string; seq: number; blocked: boolean }

const sidesOf: Statement = {
  name: 'chat_sides',
  text: `select session_id, seq, sender_id, receiver_id, ${blockBetween('sender_id', 'receiver_id')} as blocked from messages
    where id = $1::uuid and (sender_id = $2::uuid or receiver_id = $2::uuid)`,
}

const likedBefore: Statement = {
  name: 'chat_liked_before',
  text: `select 1 from notifications where user_id = $1::uuid and type = 'message_like' and actor_id = $2::uuid and object_id = $3::uuid`,
}

const toggleLike: Statement = {
  name: 'chat_toggle_like',
  text: `
    with gone as (delete from message_likes where message_id = $1::uuid and user_id = $2::uuid returning 1),
    added as (
      insert into message_likes (message_id, user_id) select $1::uuid, $2::uuid where not exists (select 1 from gone)
      on conflict do nothing
    )
    select not exists (select 1 from gone) as liked`,
}

/**
 * The text goes for good; an unread one that counted is no longer counted, and the list shows that the last one is gone.
 */
const entomb: Statement = {
  name: 'chat_entomb',
  text: `
    with gone as (
      update messages set deleted_at = now(), content = '' where id = $1::uuid and deleted_at is null
      returning id, seq, session_id, sender_id, receiver_id, broadcast_id
    ), last as (
      update chat_members m set last_message = case when m.last_message_id = gone.id then null else m.last_message end,
        last_message_type = case when m.last_message_id = gone.id then null else m.last_message_type end,
        unread_count = case when m.user_id = gone.receiver_id and gone.seq > m.read_seq and m.unread_count > 0
          and ${unreadPredicate('gone')} then m.unread_count - 1 else m.unread_count end
      from gone where m.session_id = gone.session_id and m.user_id in (gone.receiver_id, gone.sender_id)
    )
    select session_id, seq, sender_id, receiver_id from gone`,
}

/**
 * Receipts only move forward; what came after the message stays unread. What was read is taken off the count, which is
 * read again once its row is held, so that a message that arrives at the same moment is not forgotten; whoever has read
 * the last one has read everything.
 */
const readUpTo: Statement = {
  name: 'chat_read_up_to',
  text: `
    with target as (
      select t.id, t.session_id, t.seq, t.sender_id as other_id, k.read_seq as was,
        ${blockBetween('t.sender_id', 't.receiver_id')} as blocked from messages t
      join chat_members k on k.session_id = t.session_id and k.user_id = $1::uuid
      where t.id = $2::uuid and t.receiver_id = $1::uuid
    ), mine as (
      update chat_members m set read_seq = target.seq, unread_count = case when m.last_message_id = target.id then 0 else
        greatest(0, m.unread_count - (
          select count(*)::int from messages u where u.session_id = target.session_id and u.seq > m.read_seq
            and u.seq <= target.seq and u.receiver_id = $1::uuid and u.deleted_at is null and ${unreadPredicate('u')})) end
      from target where m.session_id = target.session_id and m.user_id = $1::uuid and m.read_seq < target.seq
      returning target.session_id, target.other_id, target.seq, target.was, target.blocked
    ), marked as (
      update messages r set read_at = $3::timestamptz from mine
      where r.session_id = mine.session_id and r.seq > mine.was and r.seq <= mine.seq and r.receiver_id = $1::uuid and r.read_at is null
        and not mine.blocked
    )
    select session_id, other_id, seq, blocked from mine`,
}

import type { Message } from '../../../contract/chat.ts'
import { type Batched, batched } from '../../platform/db/batch.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import type { RowOf } from '../../platform/db/statement.ts'
import type { Services } from '../../platform/services.ts'
import { type SendFacts, toSendFacts } from './facts.ts'
import type { MessageRow } from './message-statements.ts'
import { type StoredMessage, storeMessages, submitMessages } from './send-statements.ts'
import { presentMessage } from './views.ts'

/**
 * Stores a message as part of the caller's transaction, numbered within its conversation, with what both lists and
 * both sockets need, in one statement. It checks no policy: a tip, for example, needs none. Throws the database's 23505
 * on `messages_client` if the sender used this `clientId` before.
 */
export async function insertMessage(tx: Db, ctx: Services, message: NewMessage): Promise<SentMessage> {
  const [sent] = await insertMessages(tx, ctx, [message])
  if (sent === undefined) throw new Error('a message came back without its number')
  return sent
}

/** The same for many, each of another conversation, in one statement; the answers stand in the order of the messages. */
export async function insertMessages(tx: Db, ctx: Services, messages: readonly NewMessage[]): Promise<SentMessage[]> {
  if (messages.length === 0) return []
  const drafts = messages.map((message, n) => ({ message, draft: { ...toDraft(ctx, message, false), n } }))
  const rows = await tx.run(storeMessages, { drafts: drafts.map(({ draft }) => draft) })
  const byNumber = new Map(rows.map((row) => [row.n, row]))
  return drafts.map(({ message, draft }) => {
    const stored = byNumber.get(draft.n)
    if (stored === undefined) throw new Error('a message came back without its number')
    return toSentMessage(ctx, message, draft, stored)
  })
}

/**
 * Reads the facts that decide about a message and stores it if they allow it, in one statement, so that nothing changes
 * between reading and writing. `stored` is null if the message is not allowed, is refused by the caller already
 * (`isRefused`), or exists; `facts` say which, and are null if the receiver does not exist. Outside of a transaction,
 * messages of different conversations that arrive together are stored together. Throws 23505 as `insertMessage` does.
 */
export async function submitMessage(
  tx: Db,
  ctx: Services,
  message: NewMessage,
  isRefused: boolean,
): Promise<{ facts: SendFacts | null; stored: SentMessage | null }> {
  const draft = toDraft(ctx, message, isRefused)
  const row = tx === ctx.db ? await batched(ctx, submissions, draft) : (await submitDrafts(tx, [draft]))[0]
  if (row === undefined) return { facts: null, stored: null }
  return {
    facts: toSendFacts(message.senderId === message.receiverId, row),
    stored: row.session_id === null ? null : toSentMessage(ctx, message, draft, row as StoredMessage),
  }
}

/** A stored message as its sender sees it. */
export type SentMessage = {
  message: Message
  /** Publishes the message to both sides. */
  afterCommit: () => void
  /** Whether the receiver has a browser that takes pushes. */
  hasBrowser: boolean
}

async function submitDrafts(db: Db, drafts: readonly Draft[]): Promise<(Submission | undefined)[]> {
  const rows = await db.run(submitMessages, { drafts: drafts.map((draft, n) => ({ ...draft, n })) })
  const byNumber = new Map(rows.map((row) => [row.n, row]))
  return drafts.map((_, n) => byNumber.get(n))
}

/** A statement can write the row of a conversation once, so its messages go one after the other. */
const submissions: Batched<Draft, Submission | undefined> = {
  run: (ctx, drafts) => submitDrafts(ctx.db, drafts),
  key: ({ sender_id, receiver_id }) => (sender_id < receiver_id ? sender_id + receiver_id : receiver_id + sender_id),
}

const toDraft = (ctx: Services, message: NewMessage, isRefused: boolean) => ({
  id: newId(),
  sender_id: message.senderId,
  receiver_id: message.receiverId,
  new_session: newId(),
  client_id: message.clientId ?? null,
  content: message.content,
  type: message.type,
  price_cents: message.priceCents ?? null,
  tip_cents: message.tipCents ?? null,
  reply_to: message.replyTo ?? null,
  broadcast_id: message.broadcastId ?? null,
  operator_id: message.operatorId ?? null,
  created_at: new Date(ctx.now()),
  media_ids: message.media?.map(({ id }) => id) ?? [],
  previews: message.media?.map(({ isPreview }) => isPreview) ?? [],
  sender_event: newId(),
  receiver_event: newId(),
  is_refused: isRefused,
  is_from_fan: message.isFromFan ?? false,
})
type Draft = ReturnType<typeof toDraft>
type Submission = RowOf<typeof submitMessages>

function toSentMessage(
  ctx: Services,
  { senderId, receiverId, type, isFixed = false }: NewMessage,
  draft: Draft,
  stored: StoredMessage,
): SentMessage {
  const noReaction = { my_reaction: null, other_reaction: null }
  const unread = { read_at: null, deleted_at: null, bought: false, sold: false, ...noReaction }
  const unedited = { edited_at: null, edits: 0, fixed: isFixed }
  const row: MessageRow = { ...stored, ...draft, content: stored.named_content, type, ...unread, ...unedited }
  const presentTo = (userId: string) => presentMessage(ctx, { id: userId, seesAmounts: true }, row)
  const message = presentTo(senderId)
  return {
    message,
    hasBrowser: stored.has_browser,
    afterCommit: () => {
      const common = { sender: message.sender, session_id: row.session_id, seq: row.seq }
      // Media may be locked for the receiver and have other addresses; without media both sides see the same.
      const received = draft.media_ids.length === 0 ? message : presentTo(receiverId)
      ctx.live.publish({
        id: draft.receiver_event,
        userId: receiverId,
        type: 'new_message',
        payload: { ...common, message: received },
      })
      ctx.live.publish({
        id: draft.sender_event,
        userId: senderId,
        type: 'new_message',
        payload: { ...common, message },
      })
    },
  }
}

export type NewMessage = {
  senderId: string
  receiverId: string
  content: string
  type: Message['type']
  /** Cents. */
  tipCents?: number | null
  /** Cents; buys all media that are not previews. */
  priceCents?: number | null
  clientId?: string | null
  media?: readonly { id: string; isPreview: boolean }[]
  /** Whether a fan sends these media, which they uploaded for the receiver alone (product §73). */
  isFromFan?: boolean
  /** A message of the same conversation. */
  replyTo?: string | null
  broadcastId?: string | null
  /** The operator who writes for the sender (product §32). */
  operatorId?: string | null
  /** Its words are part of a paid request or of an automatic message, so that they cannot be edited. */
  isFixed?: boolean
}

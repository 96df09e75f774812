import type { Message } from '../../../contract/chat.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { type Batched, batched } from '../../platform/db/batch.ts'
import type { Services } from '../../platform/services.ts'
import type { RowOf } from '../../platform/db/statement.ts'
import { type SendFacts, toFacts } from './facts.ts'
import { type MessageRow, type StoredMessage, storeMessages, submitMessages } from './statements.ts'
import { presentMessage } from './views.ts'

/**
 * Stores a message as part of the caller's transaction, numbered within its conversation, with what both lists and
 * both sockets need, in one statement. Answers the message as its sender sees it, and `tell`, to be called after the
 * commit. The policy is the caller's business (`chat.send` asks it; a tip needs none). Throws the database's 23505 on
 * `messages_client` when the sender used this `clientId` before.
 */
export async function insertMessage(tx: Db, ctx: Services, it: NewMessage): Promise<Sent> {
  const draft = toDraft(ctx, it, false)
  const [stored] = await tx.run(storeMessages, { drafts: [{ ...draft, n: 0 }] })
  if (stored === undefined) throw new Error('a message came back without its number')
  return sent(ctx, it, draft, stored)
}

/**
 * Reads what a message is decided by and stores it when that allows it, in the same statement: nothing can change
 * between asking and writing. `stored` is null when it was not allowed, `held`, or there already, which `facts` tell;
 * `facts` are null where there is no such receiver. Outside of a transaction, messages of different conversations that
 * come at the same moment go together. Throws 23505 as `insertMessage` does.
 */
export async function submitMessage(
  tx: Db,
  ctx: Services,
  it: NewMessage,
  held: boolean,
): Promise<{ facts: SendFacts | null; stored: Sent | null }> {
  const draft = toDraft(ctx, it, held)
  const row = await (tx === ctx.db ? batched(ctx, submitted, draft) : submit(tx, [draft]).then(([only]) => only))
  if (row === undefined) return { facts: null, stored: null }
  return {
    facts: toFacts(it.senderId === it.receiverId, row),
    stored: row.session_id === null ? null : sent(ctx, it, draft, row as StoredMessage),
  }
}

/** A message that is stored, as its sender sees it; `tell` is to be called after the commit. */
export type Sent = {
  message: Message
  afterCommit: () => void
  /** Whom it goes to has a browser that could be pushed to. */
  hasBrowser: boolean
}

async function submit(db: Db, drafts: readonly Draft[]): Promise<(Submitted | undefined)[]> {
  const rows = await db.run(submitMessages, { drafts: drafts.map((it, n) => ({ ...it, n })) })
  const byNumber = new Map(rows.map((row) => [row.n, row]))
  return drafts.map((_, n) => byNumber.get(n))
}

/** A conversation's row is written once a statement, so its messages take turns. */
const submitted: Batched<Draft, Submitted | undefined> = {
  run: (ctx, drafts) => submit(ctx.db, drafts),
  key: (it) => (it.sender_id < it.receiver_id ? it.sender_id + it.receiver_id : it.receiver_id + it.sender_id),
}

const toDraft = (ctx: Services, it: NewMessage, held: boolean) => ({
  id: newId(),
  sender_id: it.senderId,
  receiver_id: it.receiverId,
  new_session: newId(),
  client_id: it.clientId ?? null,
  content: it.content,
  type: it.type,
  price_cents: it.priceCents ?? null,
  tip_cents: it.tipCents ?? null,
  reply_to: it.replyTo ?? null,
  broadcast_id: it.broadcastId ?? null,
  operator_id: it.operatorId ?? null,
  created_at: new Date(ctx.now()),
  media_ids: it.media?.map((one) => one.id) ?? [],
  previews: it.media?.map((one) => one.isPreview) ?? [],
  sender_event: newId(),
  receiver_event: newId(),
  held,
})
type Draft = ReturnType<typeof toDraft>
type Submitted = RowOf<typeof submitMessages>

function sent(ctx: Services, it: NewMessage, draft: Draft, stored: StoredMessage): Sent {
  const row: MessageRow = {
    ...stored,
    ...draft,
    type: it.type,
    read_at: null,
    deleted_at: null,
    likes: 0,
    liked: false,
  }
  const seenBy = (userId: string) => presentMessage(ctx, { id: userId, seesAmounts: true }, row)
  const message = seenBy(it.senderId)
  return {
    message,
    hasBrowser: stored.has_browser,
    afterCommit: () => {
      const same = { sender: message.sender, session_id: row.session_id, seq: row.seq }
      // Without media both sides see the same; with media, whether it is locked and its addresses differ.
      const theirs = draft.media_ids.length === 0 ? message : seenBy(it.receiverId)
      ctx.live.publish({
        id: draft.receiver_event,
        userId: it.receiverId,
        type: 'new_message',
        payload: { ...same, message: theirs },
      })
      ctx.live.publish({
        id: draft.sender_event,
        userId: it.senderId,
        type: 'new_message',
        payload: { ...same, message },
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
  /** Cents; the media that are no previews are bought with the message. */
  priceCents?: number | null
  clientId?: string | null
  media?: readonly { id: string; isPreview: boolean }[]
  /** A message of the same conversation. */
  replyTo?: string | null
  broadcastId?: string | null
  /** The operator who writes for the sender (product §32). */
  operatorId?: string | null
}

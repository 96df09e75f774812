import type { Message } from '../../../contract/chat.ts'
import { coinsOf } from '../../../contract/coins.ts'
import { editUntil, unsendUntil } from '../../../contract/policy/chat.ts'
import { mayView } from '../../../contract/policy/content.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { presentMedia } from '../media/views.ts'
import { type MessageMedia, type MessageRow, messagesByIds, messagesReceived } from './message-statements.ts'

/** One side of the conversation, perhaps through an operator who may not see amounts. */
export type Reader = { id: string; seesAmounts: boolean; isOperator?: boolean }
export const readerOf = (viewer: Viewer): Reader => ({
  id: viewer.id,
  isOperator: viewer.acting !== null,
  seesAmounts: viewer.acting === null || viewer.acting.permissions.can_payment === true,
})

/** Messages by id as one of their two sides sees them; others are left out. */
export async function readMessages(
  ctx: Services,
  reader: Reader,
  ids: readonly string[],
  db: Db = ctx.db,
): Promise<Map<string, Message>> {
  const rows = ids.length === 0 ? [] : await db.run(messagesByIds, { reader: reader.id, ids })
  return new Map(rows.map((row) => [row.id, presentMessage(ctx, reader, row)]))
}

/** Messages by id, each as its receiver sees it. */
export async function readReceived(ctx: Services, ids: readonly string[]): Promise<Message[]> {
  const rows = ids.length === 0 ? [] : await ctx.db.run(messagesReceived, { ids })
  return rows.map((row) => presentMessage(ctx, { id: row.receiver_id, seesAmounts: true }, row))
}

/** Whether the sender took a message back, instead of deleting it later. */
export function isUnsent(row: SentRow & { deleted_at: Date | null }): boolean {
  const until = unsendUntil({ ...toSentFacts(row), isSender: true })
  return row.deleted_at !== null && until !== null && row.deleted_at.getTime() <= until
}

type SentRow = Pick<MessageRow, 'type' | 'bought' | 'created_at'>
const toSentFacts = ({ type, bought, created_at }: SentRow) => ({
  isTip: type === 'tip',
  isBought: bought,
  sentAt: created_at.getTime(),
})

/** What decides whether a reader may edit a message. */
export const toEditFacts = (reader: Reader, row: EditedRow) => ({
  isSender: row.sender_id === reader.id,
  isOperator: reader.isOperator === true,
  isByTeam: row.operator_id !== null,
  type: row.type,
  hasWords: row.content !== '',
  isDeleted: row.deleted_at !== null,
  isBought: row.bought,
  isFixed: row.fixed,
  edits: row.edits,
  sentAt: row.created_at.getTime(),
})
type EditedRow = Pick<
  MessageRow,
  'sender_id' | 'operator_id' | 'type' | 'content' | 'deleted_at' | 'bought' | 'fixed' | 'edits' | 'created_at'
>
const timeOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

/** A message as one side sees it: a tombstone has no content, and locked media have no address. */
export function presentMessage(ctx: Services, reader: Reader, row: MessageRow): Message {
  const isSender = row.sender_id === reader.id
  const deleted = row.deleted_at !== null
  const until = unsendUntil({ ...toSentFacts(row), isSender })
  const priceCents = row.price_cents !== null && row.price_cents > 0 ? row.price_cents : null
  const media = deleted
    ? []
    : row.media.map((asset) => presentMedia(ctx, asset, { ...accessTo(asset), viewerId: reader.id }))
  return {
    id: row.id,
    seq: row.seq,
    client_id: row.client_id,
    session_id: row.session_id,
    sender: { id: row.sender_id, username: row.sender_username },
    receiver_id: row.receiver_id,
    content: deleted ? '' : row.content,
    created_at: row.created_at.toISOString(),
    type: row.type,
    media,
    price: priceCents === null || deleted ? null : coinsOf(priceCents),
    locked: media.some((it) => it.locked),
    sold: row.sold && !deleted,
    tip: row.tip_cents === null || !reader.seesAmounts ? null : coinsOf(row.tip_cents),
    reply_to: row.reply === null || deleted ? null : row.reply,
    likes: [row.my_reaction, row.other_reaction].filter((it) => it === 'heart').length,
    liked: row.my_reaction === 'heart',
    my_reaction: row.my_reaction,
    other_reaction: row.other_reaction,
    read_at: row.read_at?.toISOString() ?? null,
    deleted,
    unsent: isUnsent(row),
    unsend_until: until === null || deleted ? null : new Date(until).toISOString(),
    edited_at: deleted ? null : (row.edited_at?.toISOString() ?? null),
    edit_until: timeOf(editUntil(toEditFacts(reader, row))),
    author: row.operator_id !== null ? 'team' : row.sender_is_creator ? 'creator' : null,
  }

  function accessTo(asset: MessageMedia) {
    const { allowed } = mayView({
      isVisitor: false,
      isOwner: isSender,
      isBought: asset.owned || asset.shown,
      blocked: false,
      isPreview: asset.is_preview,
      visibility: priceCents === null ? 'public' : 'paid',
      isFollowing: false,
      isSubscribed: false,
      price: priceCents,
    })
    const isFree = asset.is_preview || asset.shown || (asset.state === 'failed' && !asset.owned)
    return { allowed, priceCents: isFree ? null : priceCents }
  }
}

import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { chatTools, SavedReplies, SavedReply } from '../../../contract/chat-tools.ts'
import { coinsOf } from '../../../contract/coins.ts'
import type { Answer, Received } from '../../../contract/endpoint.ts'
import { repliesPerCreator } from '../../../contract/limits.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { containing } from '../../platform/db/like.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { savedReplies } from '../../platform/db/schema/chat.ts'
import { requireFlag } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { attachedValues } from './attached.ts'
import {
  eraseReplies,
  lockReplies,
  nextPosition,
  nextReplyFor,
  type ReplyRow,
  renameFolder,
  replyById,
  replyFolders,
  replyPage,
  swapReply,
} from './saved-reply-statements.ts'
import { readerOf } from './views.ts'

type Query = Received<typeof chatTools.replies>
type Written = Received<typeof chatTools.saveReply>

/** A page of the creator's saved replies, by folder and in their order, with all folders (product §72). */
export async function listReplies(ctx: Services, viewer: Viewer, query: Query): Promise<SavedReplies> {
  const { limit = pageSize } = query
  const [after = null] = fromCursor(query.cursor, 'uuid') ?? []
  const [rows, folders] = await Promise.all([
    ctx.db.run(replyPage, {
      creator: viewer.id,
      search: query.q ? containing(query.q) : null,
      folder: query.folder ?? null,
      fan: query.for ?? null,
      after,
      limit: limit + 1,
    }),
    ctx.db.run(replyFolders, { creator: viewer.id }),
  ])
  const page = cut(rows, limit, (row) => [row.id])
  return { data: page.rows.map((row) => presentReply(viewer, row)), next: page.next, folders }
}
const pageSize = 30
const dayMs = 86_400_000

/** What comes next in the folder of the reply that was last sent to a fan; nothing a week after it. */
export async function readNextReply(
  ctx: Services,
  viewer: Viewer,
  fanId: string,
): Promise<Answer<typeof chatTools.nextReply>> {
  const since = new Date(ctx.now() - 7 * dayMs)
  const [row] = await ctx.db.run(nextReplyFor, { creator: viewer.id, fan: fanId, since })
  if (row === undefined) return { reply: null, after_message: null }
  return { reply: presentReply(viewer, row), after_message: row.after_message }
}

/** Adds a reply at the end of its folder, or changes one; throws as sending does for what may not be attached. */
export async function saveReply(ctx: Services, viewer: Viewer, written: Written): Promise<SavedReply> {
  const id = written.id ?? newId()
  await ctx.db.transact(async (tx) => {
    const replies = await tx.run(lockReplies, { creator: viewer.id })
    const before = written.id === undefined ? null : await getReply(tx, viewer, written.id)
    const values = await valuesOf(tx, viewer, written, before)
    if (before === null) {
      refuseTooMany(replies)
      const position = await endOf(tx, viewer, values.folder)
      await tx.insert(savedReplies).values({ id, userId: viewer.id, ...values, position })
    } else {
      const isMoved = before.folder !== values.folder
      const position = isMoved ? { position: await endOf(tx, viewer, values.folder) } : {}
      await tx
        .update(savedReplies)
        .set({ ...values, ...position })
        .where(own(viewer, id))
    }
    await audit(tx, viewer, 'chat.save_reply', { kind: 'reply', id })
  })
  return presentReply(viewer, await getReply(ctx.db, viewer, id))
}

/** Deletes a reply, and erases those that were deleted a day before. */
export async function removeReply(ctx: Services, viewer: Viewer, id: string): Promise<void> {
  const now = ctx.now()
  await ctx.db.transact(async (tx) => {
    const removed = await tx
      .update(savedReplies)
      .set({ deletedAt: new Date(now) })
      .where(and(own(viewer, id), isNull(savedReplies.deletedAt)))
      .returning({ id: savedReplies.id })
    if (removed.length === 0) throw refuse('not_found')
    await tx.run(eraseReplies, { creator: viewer.id, before: new Date(now - dayMs) })
    await audit(tx, viewer, 'chat.remove_reply', { kind: 'reply', id })
  })
}

/** Brings a deleted reply back to its place, with its figures. */
export async function restoreReply(ctx: Services, viewer: Viewer, id: string): Promise<void> {
  await ctx.db.transact(async (tx) => {
    refuseTooMany(await tx.run(lockReplies, { creator: viewer.id }))
    const restored = await tx
      .update(savedReplies)
      .set({ deletedAt: null })
      .where(and(own(viewer, id), isNotNull(savedReplies.deletedAt)))
      .returning({ id: savedReplies.id })
    if (restored.length === 0) throw refuse('not_found')
    await audit(tx, viewer, 'chat.restore_reply', { kind: 'reply', id })
  })
}

/** Swaps a reply with its neighbour in the folder. */
export async function moveReply(
  ctx: Services,
  viewer: Viewer,
  { id, direction }: Received<typeof chatTools.moveReply>,
): Promise<void> {
  await ctx.db.transact(async (tx) => {
    await tx.run(lockReplies, { creator: viewer.id })
    await getReply(tx, viewer, id)
    await tx.run(swapReply, { creator: viewer.id, id, by: direction === 'up' ? -1 : 1 })
    await audit(tx, viewer, 'chat.move_reply', { kind: 'reply', id })
  })
}

/** Renames a folder, or appends its replies to those of the folder that has the name already. */
export async function renameReplyFolder(
  ctx: Services,
  viewer: Viewer,
  { folder, to }: Received<typeof chatTools.renameReplyFolder>,
): Promise<void> {
  await ctx.db.transact(async (tx) => {
    await tx.run(lockReplies, { creator: viewer.id })
    const first = await endOf(tx, viewer, to)
    const renamed = await tx.run(renameFolder, { creator: viewer.id, folder, to, first })
    if (renamed.length === 0) throw refuse('not_found')
    await audit(tx, viewer, 'chat.rename_reply_folder')
  })
}

/** What is stored of what was written; a change of the words alone leaves the rest as it is. */
async function valuesOf(tx: Db, viewer: Viewer, written: Written, before: ReplyRow | null) {
  const { title, content, folder = before?.folder ?? '', media_ids, preview_ids, price } = written
  const isAttaching = media_ids !== undefined || preview_ids !== undefined || price !== undefined
  if (isAttaching && before !== null) {
    // An operator changes no price and no media that they may not set.
    if (before.price_cents !== null) requireFlag(viewer, 'can_payment')
    if (before.media_ids.length + before.missing > 0) requireFlag(viewer, 'can_medias')
  }
  const attached = isAttaching ? await attachedValues(tx, viewer, written) : null
  const count = attached?.mediaIds.length ?? before?.media_ids.length ?? 0
  if (content === '' && count === 0) throw refuse('invalid_input', { fields: { content: ['nothing to send'] } })
  return { title, content, folder, ...attached }
}

async function getReply(db: Db, viewer: Viewer, id: string): Promise<ReplyRow> {
  const [row] = await db.run(replyById, { creator: viewer.id, id })
  if (row === undefined) throw refuse('not_found')
  return row
}

async function endOf(tx: Db, viewer: Viewer, folder: string): Promise<number> {
  const [row] = await tx.run(nextPosition, { creator: viewer.id, folder })
  return row?.position ?? 1
}

function refuseTooMany(replies: readonly { is_deleted: boolean }[]): void {
  if (replies.filter((it) => !it.is_deleted).length >= repliesPerCreator) throw refuse('too_many_replies')
}

const own = (viewer: Viewer, id: string) =>
  and(eq(savedReplies.id, id), eq(savedReplies.userId, viewer.id)) ?? sql`false`

function presentReply(viewer: Viewer, row: ReplyRow): SavedReply {
  const { seesAmounts } = readerOf(viewer)
  return {
    id: row.id,
    title: row.title,
    content: row.content,
    folder: row.folder,
    media_ids: row.media_ids,
    preview_ids: row.preview_ids.filter((id) => row.media_ids.includes(id)),
    missing: row.missing,
    owned: row.owned,
    is_priced: row.price_cents !== null,
    price: row.price_cents !== null && seesAmounts ? coinsOf(row.price_cents) : null,
    figures: seesAmounts
      ? { sent: row.sent_count, unlocked: row.unlocked_count, earned: coinsOf(row.earned_cents) }
      : null,
  }
}

import { and, eq } from 'drizzle-orm'
import type { broadcasts as contract } from '../../../contract/broadcasts.ts'
import type { Received } from '../../../contract/endpoint.ts'
import { paidCents } from '../../../contract/limits.ts'
import { audit } from '../../platform/audit/audit.ts'
import { type Db, violated } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { notDeleted } from '../../platform/db/rules.ts'
import { broadcasts } from '../../platform/db/schema/broadcasts.ts'
import { int, statement, uuid, uuids } from '../../platform/db/statement.ts'
import { requireFlag } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { type Audience, countAudience } from './audience.ts'
import { broadcastQueue } from './deliver.ts'
import { dropDraft } from './draft.ts'
import { retract } from './retract.ts'

type Planned = { id: string; status: 'scheduled' | 'sending' | 'sent' | 'unsent'; recipients: number; isNew: boolean }
type Draft = Received<typeof contract.send>

/**
 * Stores a broadcast and, unless it is for later, enqueues it: the answer waits for the count, not for the sending.
 * The same `client_id` again answers the same broadcast.
 */
export async function planBroadcast(ctx: Services, viewer: Viewer, draft: Draft): Promise<Planned> {
  const media = [...new Set([...draft.media_ids, ...draft.preview_ids])]
  requireFlags(viewer, draft, media.length)
  const earlier = await findSentBefore(ctx, viewer, draft)
  if (earlier !== null) return earlier
  await requireSendable(ctx, viewer, draft, media)
  const id = newId()
  const now = new Date(ctx.now())
  const sendAt = draft.send_at == null ? now : new Date(draft.send_at)
  const isDue = sendAt.getTime() <= ctx.now()
  const { audience, exclude } = draft
  const recipients = await countAudience(ctx.db, { creator: viewer.id, now, audience, exclude })
  try {
    await ctx.db.transact(async (tx) => {
      await insertBroadcast(tx, viewer, draft, { id, sendAt, media })
      await dropDraft(tx, viewer)
      await audit(tx, viewer, 'broadcasts.send', { kind: 'broadcast', id })
      if (isDue) await ctx.jobs.enqueue(tx, broadcastQueue, [{ creator: viewer.id }])
    })
  } catch (error) {
    const winner = violated(error) === 'broadcasts_client' ? await findSentBefore(ctx, viewer, draft) : null
    if (winner === null) throw error
    return winner
  }
  return { id, status: isDue ? 'sending' : 'scheduled', recipients, isNew: true }
}

function requireFlags(viewer: Viewer, draft: Draft, mediaCount: number): void {
  if (mediaCount > 0) requireFlag(viewer, 'can_medias')
  if (draft.price != null) requireFlag(viewer, 'can_payment')
  if (revealsSpending([draft.audience, ...draft.exclude])) requireFlag(viewer, 'can_payment')
}

/** Whether an audience shows which fans spent something. */
export const revealsSpending = (audiences: readonly Audience[]): boolean =>
  audiences.includes('spenders') || audiences.includes('non_spenders')

async function findSentBefore(ctx: Services, viewer: Viewer, { client_id: clientId }: Draft): Promise<Planned | null> {
  if (clientId == null) return null
  const [row] = await ctx.db
    .select()
    .from(broadcasts)
    .where(and(eq(broadcasts.senderId, viewer.id), eq(broadcasts.clientId, clientId)))
  return row === undefined ? null : { id: row.id, status: row.status, recipients: row.recipients ?? 0, isNew: false }
}

async function requireSendable(ctx: Services, viewer: Viewer, draft: Draft, media: readonly string[]): Promise<void> {
  if (draft.content === '' && media.length === 0)
    throw refuse('invalid_input', { fields: { content: ['nothing to send'] } })
  if (draft.price != null) {
    if (draft.price < paidCents.min || draft.price > paidCents.max) throw refuse('invalid_amount')
    if (media.every((id) => draft.preview_ids.includes(id)))
      throw refuse('invalid_input', { fields: { price: ['nothing to sell'] } })
  }
  const [own] = await ctx.db.run(countOwnMedia, { owner: viewer.id, media })
  if (own?.count !== media.length) throw refuse('not_found')
}

async function insertBroadcast(
  tx: Db,
  viewer: Viewer,
  draft: Draft,
  { id, sendAt, media }: { id: string; sendAt: Date; media: string[] },
): Promise<void> {
  await tx.insert(broadcasts).values({
    id,
    senderId: viewer.id,
    operatorId: viewer.acting?.operatorId ?? null,
    clientId: draft.client_id ?? null,
    audience: draft.audience,
    exclude: [...new Set(draft.exclude)],
    content: draft.content,
    priceCents: draft.price ?? null,
    mediaIds: media,
    previewIds: draft.preview_ids,
    status: 'scheduled',
    sendAt,
    createdAt: new Date(),
  })
}

/** Deletes the messages of a broadcast for every receiver, and stops what has not been sent. */
export async function unsendBroadcast(ctx: Services, viewer: Viewer, id: string): Promise<void> {
  await ctx.db.transact(async (tx) => {
    const [row] = await tx.run(markUnsent, { id, sender: viewer.id })
    if (row === undefined) throw refuse('not_found')
    await audit(tx, viewer, 'broadcasts.unsend', { kind: 'broadcast', id })
  })
  await retract(ctx, id)
}

const countOwnMedia = statement(
  'broadcasts_own_media',
  { owner: uuid, media: uuids },
  { count: int },
  ({ owner, media }) => `
    select count(*)::int as count from media m
    where m.id = any(${media}) and m.owner_id = ${owner} and m.state = 'ready' and ${notDeleted('m')}`,
)
const markUnsent = statement(
  'broadcasts_mark_unsent',
  { id: uuid, sender: uuid },
  { id: uuid },
  ({ id, sender }) => `
    update broadcasts set status = 'unsent', unsent_at = coalesce(unsent_at, now())
    where id = ${id} and sender_id = ${sender} returning id`,
)

import { and, eq } from 'drizzle-orm'
import type { broadcasts as contract } from '../../../contract/broadcasts.ts'
import type { Received } from '../../../contract/endpoint.ts'
import { paidCents } from '../../../contract/limits.ts'
import { violated } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { notDeleted } from '../../platform/db/rules.ts'
import { broadcasts } from '../../platform/db/schema/broadcasts.ts'
import { int, statement, uuid, uuids } from '../../platform/db/statement.ts'
import { requireFlag } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { audit } from '../../platform/audit/audit.ts'
import { type Audience, countAudience } from './audience.ts'
import { broadcastQueue } from './deliver.ts'
import { retract } from './retract.ts'

type Planned = { id: string; status: 'scheduled' | 'sending' | 'sent' | 'unsent'; recipients: number; isNew: boolean }

/**
 * Plans a broadcast and, unless it is for later, enqueues it: the answer waits for the count, not for the sending.
 * The same `client_id` again answers the same broadcast.
 */
export async function plan(ctx: Services, viewer: Viewer, it: Received<typeof contract.send>): Promise<Planned> {
  const media = [...new Set([...it.media_ids, ...it.preview_ids])]
  if (media.length > 0) requireFlag(viewer, 'can_medias')
  if (it.price != null) requireFlag(viewer, 'can_payment')
  if (namesMoney([it.audience, ...it.exclude])) requireFlag(viewer, 'can_payment')
  const before = await sentBefore(ctx, viewer, it.client_id ?? null)
  if (before !== null) return before
  await ask(ctx, viewer, it, media)
  const id = newId()
  const sendAt = it.send_at == null ? new Date(ctx.now()) : new Date(it.send_at)
  const isNow = sendAt.getTime() <= ctx.now()
  const now = new Date(ctx.now())
  const recipients = await countAudience(ctx.db, {
    creator: viewer.id,
    now,
    audience: it.audience,
    exclude: it.exclude,
  })
  try {
    await ctx.db.transact(async (tx) => {
      await tx.insert(broadcasts).values({
        id,
        senderId: viewer.id,
        operatorId: viewer.acting?.operatorId ?? null,
        clientId: it.client_id ?? null,
        audience: it.audience,
        exclude: [...new Set(it.exclude)],
        content: it.content,
        priceCents: it.price ?? null,
        mediaIds: media,
        previewIds: it.preview_ids,
        status: 'scheduled',
        sendAt,
        createdAt: new Date(),
      })
      await audit(tx, viewer, 'broadcasts.send', { kind: 'broadcast', id })
      if (isNow) await ctx.jobs.enqueue(tx, broadcastQueue, [{ id }])
    })
  } catch (error) {
    const other = violated(error) === 'broadcasts_client' ? await sentBefore(ctx, viewer, it.client_id ?? null) : null
    if (other === null) throw error
    return other
  }
  return { id, status: isNow ? 'sending' : 'scheduled', recipients, isNew: true }
}

/** Who spent is an amount in disguise. */
export const namesMoney = (audiences: readonly Audience[]): boolean =>
  audiences.some((it) => it === 'spenders' || it === 'non_spenders')

async function sentBefore(ctx: Services, viewer: Viewer, clientId: string | null): Promise<Planned | null> {
  if (clientId === null) return null
  const [row] = await ctx.db
    .select()
    .from(broadcasts)
    .where(and(eq(broadcasts.senderId, viewer.id), eq(broadcasts.clientId, clientId)))
  return row === undefined ? null : { id: row.id, status: row.status, recipients: row.recipients ?? 0, isNew: false }
}

async function ask(
  ctx: Services,
  viewer: Viewer,
  it: Received<typeof contract.send>,
  media: readonly string[],
): Promise<void> {
  if (it.content === '' && media.length === 0)
    throw refuse('invalid_input', { fields: { content: ['nothing to send'] } })
  if (it.price != null) {
    if (it.price < paidCents.min || it.price > paidCents.max) throw refuse('invalid_amount')
    if (media.every((id) => it.preview_ids.includes(id)))
      throw refuse('invalid_input', { fields: { price: ['nothing to sell'] } })
  }
  const [own] = await ctx.db.run(countOwnMedia, { owner: viewer.id, media })
  if (own?.count !== media.length) throw refuse('not_found')
}

/** Takes a broadcast back wherever it has arrived, and stops it where it has not. */
export async function unsend(ctx: Services, viewer: Viewer, id: string): Promise<void> {
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

import { and, eq } from 'drizzle-orm'
import type { AudienceChoice } from '../../../contract/audience-filter.ts'
import type { Broadcast, BroadcastAudience, BroadcastDraft } from '../../../contract/broadcast-shapes.ts'
import type { broadcasts as contract } from '../../../contract/broadcasts.ts'
import type { Received } from '../../../contract/endpoint.ts'
import { undoMs } from '../../../contract/limits.ts'
import { type CompareHours, compareFrom } from '../../../contract/policy/text-comparison.ts'
import { paidCents } from '../../../contract/prices.ts'
import { audit } from '../../platform/audit/audit.ts'
import { type Db, violated } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { isForVault, notDeleted } from '../../platform/db/rules.ts'
import { broadcasts } from '../../platform/db/schema/broadcasts.ts'
import {
  array,
  bool,
  int,
  intOf,
  jsonb,
  orNull,
  type RowOf,
  statement,
  text,
  textOf,
  timestamptz,
  uuid,
  uuids,
} from '../../platform/db/statement.ts'
import { requireFlag } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { type Audience, countAudience, type Selection } from './audience.ts'
import { broadcastQueue } from './deliver.ts'
import { ownBroadcast } from './delivery-statements.ts'
import { dropDraft, readDraft, saveDraft } from './draft.ts'
import { choiceFor, type Recipients, requireAudience, soldMedia } from './recipients.ts'
import { retract } from './retract.ts'

type Planned = { id: string; status: Broadcast['status']; recipients: number; isNew: boolean }
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
  const isHeld = draft.hold && draft.send_at == null
  const sendAt = draft.send_at == null ? new Date(ctx.now() + (isHeld ? undoMs : 0)) : new Date(draft.send_at)
  const isDue = sendAt.getTime() <= ctx.now()
  const { count: recipients } = await countAudience(ctx.db, await selectionOf(ctx, viewer, draft))
  if (draft.second_content != null && recipients < compareFrom)
    throw refuse('invalid_input', { fields: { second_content: ['too few recipients'] } })
  try {
    await ctx.db.transact(async (tx) => {
      await insertBroadcast(ctx, tx, viewer, draft, { id, sendAt, media })
      await dropDraft(tx, viewer)
      await audit(tx, viewer, 'broadcasts.send', { kind: 'broadcast', id })
      if (isDue || isHeld)
        await ctx.jobs.enqueue(tx, broadcastQueue, [{ creator: viewer.id }], {
          afterSeconds: isHeld ? undoMs / 1_000 : 0,
        })
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
}

/** Whom a broadcast goes to now. Throws where the caller may not know them or there is no such audience. */
export async function selectionOf(
  ctx: Services,
  viewer: Viewer,
  draft: Recipients & { skip_waiting: boolean; media_ids: readonly string[]; preview_ids: readonly string[] },
): Promise<Selection> {
  await requireAudience(ctx.db, viewer, draft)
  return {
    creator: viewer.id,
    now: new Date(ctx.now()),
    audience: draft.audience,
    exclude: draft.exclude,
    choice: await choiceFor(ctx.db, viewer.id, draft),
    againOf: draft.audience === 'unopened' ? (draft.again_of ?? null) : null,
    skipWaiting: draft.skip_waiting,
    media: soldMedia(draft),
  }
}

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
  if (draft.second_content === '' || draft.second_content === draft.content)
    throw refuse('invalid_input', { fields: { second_content: ['no other text'] } })
  if (draft.price != null) {
    if (draft.price < paidCents.min || draft.price > paidCents.max) throw refuse('invalid_amount')
    if (media.every((id) => draft.preview_ids.includes(id)))
      throw refuse('invalid_input', { fields: { price: ['nothing to sell'] } })
  }
  const [own] = await ctx.db.run(countOwnMedia, { owner: viewer.id, media })
  if (own?.count !== media.length) throw refuse('not_found')
}

async function insertBroadcast(
  ctx: Services,
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
    listId: draft.audience === 'list' ? (draft.list_id ?? null) : null,
    choice: draft.audience === 'chosen' ? (draft.choice ?? null) : null,
    againOf: draft.audience === 'unopened' ? (draft.again_of ?? null) : null,
    skipWaiting: draft.skip_waiting,
    content: draft.content,
    secondContent: draft.second_content ?? null,
    compareHours: draft.compare_hours,
    // As soon as the texts are out it is this long from then on.
    restAt: draft.second_content == null ? null : new Date(sendAt.getTime() + draft.compare_hours * 3_600_000),
    priceCents: draft.price ?? null,
    mediaIds: media,
    previewIds: draft.preview_ids,
    status: 'scheduled',
    sendAt,
    createdAt: new Date(ctx.now()),
  })
}

/** Makes a broadcast that no fan has yet the draft of the caller again, in place of what they were writing. */
export async function withdrawBroadcast(ctx: Services, viewer: Viewer, id: string): Promise<BroadcastDraft> {
  await ctx.db.transact(async (tx) => {
    const [row] = await tx.run(deleteScheduled, { id, sender: viewer.id })
    if (row === undefined)
      throw refuse((await tx.run(ownBroadcast, { id, sender: viewer.id })).length ? 'already_done' : 'not_found')
    await saveDraft(ctx, viewer, fromRow(row), tx)
    await audit(tx, viewer, 'broadcasts.withdraw', { kind: 'broadcast', id })
  })
  const draft = await readDraft(ctx, viewer)
  if (draft === null) throw refuse('not_found')
  return draft
}

/** As it was written; the ten seconds for which it was held are no time to plan it for. */
const fromRow = (row: RowOf<typeof deleteScheduled>) => ({
  ...row,
  price: row.price_cents,
  send_at: row.was_held ? null : row.send_at.toISOString(),
})

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
    where m.id = any(${media}) and m.owner_id = ${owner} and m.state = 'ready' and ${notDeleted('m')} and ${isForVault('m')}`,
)
/** Waits for a worker that has begun with it, and deletes nothing then. */
const deleteScheduled = statement(
  'broadcasts_withdraw',
  { id: uuid, sender: uuid },
  {
    audience: textOf<BroadcastAudience>(),
    exclude: array(textOf<Audience>()),
    list_id: orNull(uuid),
    choice: orNull(jsonb<AudienceChoice>()),
    again_of: orNull(uuid),
    skip_waiting: bool,
    content: text,
    second_content: orNull(text),
    compare_hours: intOf<CompareHours>(),
    price_cents: orNull(int),
    media_ids: uuids,
    preview_ids: uuids,
    send_at: timestamptz,
    was_held: bool,
  },
  ({ id, sender }) => `
    delete from broadcasts b where b.id = ${id} and b.sender_id = ${sender} and b.status = 'scheduled'
    returning b.audience, b.exclude, b.list_id, b.choice, b.again_of, b.skip_waiting, b.content, b.second_content,
      b.compare_hours, b.price_cents, b.media_ids, b.preview_ids, b.send_at, b.send_at <= b.created_at + interval '30 seconds' as was_held`,
)
const markUnsent = statement(
  'broadcasts_mark_unsent',
  { id: uuid, sender: uuid },
  { id: uuid },
  ({ id, sender }) => `
    update broadcasts set status = 'unsent', unsent_at = coalesce(unsent_at, now())
    where id = ${id} and sender_id = ${sender} returning id`,
)

import { coinsOf } from '../../../contract/coins.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import type { PaidRequest } from '../../../contract/requests.ts'
import { audit } from '../../platform/audit/audit.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { readerOf } from '../chat/views.ts'
import { idempotent } from '../wallet/idempotency.ts'
import { deliver } from './deliver.ts'
import { accept, close, stateOf } from './requests.ts'
import { type RequestRow, requestForViewer, requestsBetween } from './statements.ts'

/**
 * What a creator does with a request, in person, through who acts as them, or through who answers for them at the desk
 * (product §43, §91): each is in the audit log with what it changes.
 */
export async function acceptForViewer(ctx: Services, viewer: Viewer, id: string): Promise<PaidRequest> {
  const afterCommit = await ctx.db.transact(async (tx) => {
    await audit(tx, viewer, 'chat.acceptRequest', { kind: 'request', id })
    return accept(tx, ctx, viewer.id, id)
  })
  afterCommit()
  return readOne(ctx, viewer, id)
}

/** Who calls, with the key under which the call moves money once. */
type Call = { viewer: Viewer; key: string | null }

export async function declineForViewer(
  ctx: Services,
  { viewer, key }: Call,
  endpoint: Endpoint,
  input: { id: string },
): Promise<PaidRequest> {
  await idempotent(ctx, { me: viewer, key }, endpoint, input, async (tx) => {
    await audit(tx, viewer, 'chat.declineRequest', { kind: 'request', id: input.id })
    const { afterCommit } = await close(tx, ctx, { id: input.id, userId: viewer.id, act: 'decline' })
    return { answer: { done: true }, afterCommit }
  })
  return readOne(ctx, viewer, input.id)
}

export async function deliverForViewer(
  ctx: Services,
  { viewer, key }: Call,
  endpoint: Endpoint,
  input: { id: string; content: string; media_ids: string[] },
): Promise<PaidRequest> {
  await idempotent(ctx, { me: viewer, key }, endpoint, input, async (tx) => {
    await audit(tx, viewer, 'chat.deliverRequest', { kind: 'request', id: input.id })
    const operatorId = viewer.acting?.operatorId ?? null
    const { id, content, media_ids: mediaIds } = input
    const afterCommit = await deliver(tx, ctx, { id, creatorId: viewer.id, content, mediaIds, operatorId })
    return { answer: { done: true }, afterCommit }
  })
  return readOne(ctx, viewer, input.id)
}

/** The requests between the viewer and another user, newest first. */
export async function readRequestsBetween(ctx: Services, viewer: Viewer, otherId: string): Promise<PaidRequest[]> {
  const rows = await ctx.db.run(requestsBetween, { viewer: viewer.id, other: otherId })
  return rows.map((row) => presentRequest(ctx, viewer, row))
}

/** A request as one of its two sides sees it; refuses `not_found` for everyone else. */
export async function readOne(ctx: Services, viewer: Viewer, id: string): Promise<PaidRequest> {
  const [row] = await ctx.db.run(requestForViewer, { viewer: viewer.id, id })
  if (row === undefined) throw refuse('not_found')
  return presentRequest(ctx, viewer, row)
}

export const presentRequest = (ctx: Services, viewer: Viewer, row: RequestRow): PaidRequest => ({
  id: row.id,
  message_id: row.message_id,
  delivered_id: row.delivered_id,
  fan_id: row.fan_id,
  creator_id: row.creator_id,
  price: readerOf(viewer).seesAmounts ? coinsOf(row.price_cents) : null,
  state: stateOf(row, ctx.now()),
  due_at: row.due_at.toISOString(),
  created_at: row.created_at.toISOString(),
})

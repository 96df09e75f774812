import { coinsOf } from '../../../contract/coins.ts'
import { requestDays } from '../../../contract/limits.ts'
import { mayActOnRequest, type RequestAct, type RequestState } from '../../../contract/policy/request.ts'
import { paidCents } from '../../../contract/prices.ts'
import { readPeople } from '../../people/views.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { forEachIndependently } from '../../platform/jobs/for-each.ts'
import { runAll } from '../../platform/live/live.ts'
import type { Services } from '../../platform/services.ts'
import { insertMessage } from '../chat/send.ts'
import { notify } from '../notifications/notify.ts'
import { holdInEscrow, returnEscrow } from '../wallet/escrow.ts'
import { getSaleTerms } from '../wallet/sale.ts'
import {
  acceptRequest,
  closeRequest,
  insertRequest,
  lockRequest,
  minimumPrice,
  overdueRequests,
  type RequestRow,
} from './statements.ts'

/**
 * Requests a media from a creator: the text becomes a message in the conversation, and the coins go into escrow. Refuses
 * `forbidden` when the creator takes no requests, `invalid_amount` below their price, and `chat_closed`.
 */
export async function createRequest(
  tx: Db,
  ctx: Services,
  fanId: string,
  input: { id: string; text: string; price: number },
) {
  const terms = await getSaleTerms(tx, ctx, fanId, input.id)
  const person = (await readPeople(ctx, fanId, [input.id], tx)).get(input.id)
  const needs = person?.chat.reason
  if (person?.chat.allowed !== true)
    throw refuse('chat_closed', needs === 'follow' || needs === 'subscribe' ? { needs } : {})
  const [settings] = await tx.run(minimumPrice, { creator: input.id })
  if (settings?.min_cents == null) throw refuse('forbidden')
  if (input.price < settings.min_cents || input.price > paidCents.max) throw refuse('invalid_amount')
  const [id, entryId] = [newId(), newId()]
  const { message, afterCommit } = await insertMessage(tx, ctx, {
    senderId: fanId,
    receiverId: input.id,
    content: input.text,
    type: 'text',
    isFixed: true,
  })
  await tx.run(insertRequest, {
    id,
    fan: fanId,
    creator: input.id,
    message: message.id,
    cents: input.price,
    entry: entryId,
    dueAt: dueFrom(ctx.now()),
    now: new Date(ctx.now()),
  })
  const effects = [
    afterCommit,
    await publishToBoth(tx, ctx, { fan_id: fanId, creator_id: input.id, id }),
    await notify(tx, ctx, {
      userId: input.id,
      type: 'request_received',
      actorId: fanId,
      object: { kind: 'message', id: message.id },
      amountCents: input.price,
    }),
  ]
  const held = { kind: 'request' as const, cents: input.price, object: { kind: 'request' as const, id } }
  const { left } = await holdInEscrow(tx, ctx, terms, { ...held, entryId })
  effects.push(await ctx.live.record(tx, [{ userId: fanId, type: 'balance', payload: { coins: coinsOf(left) } }]))
  return { id, coins: coinsOf(left), afterCommit: runAll(effects) }
}

/** Accepts a request: the fan can no longer withdraw it, and the due time starts again. */
export async function accept(tx: Db, ctx: Services, creatorId: string, id: string): Promise<() => void> {
  const row = await getRequestForViewer(tx, ctx, { id, userId: creatorId, act: 'accept' })
  await tx.run(acceptRequest, { id, dueAt: dueFrom(ctx.now()) })
  const effects = [
    await publishToBoth(tx, ctx, row),
    await notify(tx, ctx, {
      userId: row.fan_id,
      type: 'request_accepted',
      actorId: creatorId,
      object: { kind: 'message', id: row.message_id },
    }),
  ]
  return runAll(effects)
}

/** The creator declines or the fan withdraws: the coins go back. Answers the fan's coins. */
export async function close(
  tx: Db,
  ctx: Services,
  closing: { id: string; userId: string; act: 'decline' | 'withdraw' },
) {
  const row = await getRequestForViewer(tx, ctx, closing)
  return returnRequest(tx, ctx, row, closing.act === 'decline' ? 'declined' : 'withdrawn')
}

/** Returns the coins of what was not delivered in time (a job). Safe on many nodes: each request is its own transaction. */
export async function expireRequests(ctx: Services): Promise<number> {
  const due = await ctx.db.run(overdueRequests, { now: new Date(ctx.now()) })
  return forEachIndependently(due, async ({ id }) => {
    const back = await ctx.db.transact(async (tx) => {
      const [row] = await tx.run(lockRequest, { id })
      const isDue = row !== undefined && row.state !== 'expired' && stateOf(row, ctx.now()) === 'expired'
      return isDue ? returnRequest(tx, ctx, row, 'expired') : null
    })
    back?.afterCommit()
    return back !== null
  })
}

/**
 * The request, locked until the commit, if the viewer is the side that may do this with it now. After its time it cannot
 * be accepted or delivered, whether or not the job has returned the coins yet; it can still be declined or withdrawn.
 */
export async function getRequestForViewer(
  tx: Db,
  ctx: Services,
  step: { id: string; userId: string; act: RequestAct },
): Promise<RequestRow> {
  const [row] = await tx.run(lockRequest, { id: step.id })
  if (row === undefined || (row.fan_id !== step.userId && row.creator_id !== step.userId)) throw refuse('not_found')
  const state = step.act === 'accept' || step.act === 'deliver' ? stateOf(row, ctx.now()) : row.state
  const verdict = mayActOnRequest(step.act, row.fan_id === step.userId ? 'fan' : 'creator', state)
  if (verdict === 'not_theirs') throw refuse('not_found')
  if (verdict === 'closed') throw refuse('already_done')
  return row
}

/** The state of a request, which expires at its due time without waiting for the job. */
export const stateOf = (row: Pick<RequestRow, 'state' | 'due_at'>, now: number): RequestState =>
  (row.state === 'open' || row.state === 'accepted') && row.due_at.getTime() <= now ? 'expired' : row.state

async function returnRequest(tx: Db, ctx: Services, row: RequestRow, state: 'declined' | 'withdrawn' | 'expired') {
  await tx.run(closeRequest, { id: row.id, state, now: new Date(ctx.now()) })
  const effects = [await publishToBoth(tx, ctx, row)]
  if (state !== 'withdrawn')
    effects.push(
      await notify(tx, ctx, {
        userId: row.fan_id,
        type: 'request_returned',
        actorId: row.creator_id,
        object: { kind: 'message', id: row.message_id },
        amountCents: row.price_cents,
      }),
    )
  const left = await returnEscrow(tx, ctx, {
    kind: 'request',
    cents: row.price_cents,
    object: { kind: 'request', id: row.id },
    fanId: row.fan_id,
    creatorId: row.creator_id,
    entryId: row.entry_id,
    reason: state,
  })
  effects.push(await ctx.live.record(tx, [{ userId: row.fan_id, type: 'balance', payload: { coins: coinsOf(left) } }]))
  return { coins: coinsOf(left), afterCommit: runAll(effects) }
}

/** Records an event for both sides: the request has changed. */
export const publishToBoth = (tx: Db, ctx: Services, request: Pick<RequestRow, 'id' | 'fan_id' | 'creator_id'>) =>
  ctx.live.record(tx, [
    {
      userId: request.fan_id,
      type: 'request_updated',
      payload: { request_id: request.id, other_id: request.creator_id },
    },
    {
      userId: request.creator_id,
      type: 'request_updated',
      payload: { request_id: request.id, other_id: request.fan_id },
    },
  ])

const dueFrom = (now: number): Date => new Date(now + requestDays * 86_400_000)

import { paidCents, requestDays } from '../../../contract/limits.ts'
import { mayActOnRequest, type RequestAct, type RequestState } from '../../../contract/policy/request.ts'
import type { Db, Statement } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { forEachAlone } from '../../platform/jobs/for-each.ts'
import { readPeople } from '../../people/views.ts'
import { insertMessage } from '../chat/send.ts'
import { notify } from '../notifications/notify.ts'
import { returnEscrow, holdInEscrow } from '../wallet/escrow.ts'
import { readDeal } from '../wallet/sale.ts'
import { runAll } from '../../platform/live/live.ts'

/**
 * Asks for something made: the words go into the conversation as a message, the coins into escrow. The creator must take
 * requests (`forbidden`) at this price (`invalid_amount`), and let the fan write (`chat_closed`).
 */
export async function createRequest(
  tx: Db,
  ctx: Services,
  fanId: string,
  it: { id: string; text: string; price: number },
) {
  const deal = await readDeal(tx, ctx, fanId, it.id)
  const person = (await readPeople(ctx, fanId, [it.id], tx)).get(it.id)
  const needs = person?.chat.reason
  if (person?.chat.allowed !== true)
    throw refuse('chat_closed', needs === 'follow' || needs === 'subscribe' ? { needs } : {})
  const [kept] = await tx.run<{ min_cents: number | null }>(minimumOf, [it.id])
  if (kept?.min_cents == null) throw refuse('forbidden')
  if (it.price < kept.min_cents || it.price > paidCents.max) throw refuse('invalid_amount')
  const [id, entryId] = [newId(), newId()]
  const { message, afterCommit } = await insertMessage(tx, ctx, {
    senderId: fanId,
    receiverId: it.id,
    content: it.text,
    type: 'text',
  })
  await tx.run(making, [id, fanId, it.id, message.id, it.price, entryId, dueFrom(ctx.now()), new Date(ctx.now())])
  const told = [
    afterCommit,
    await publishToBoth(tx, ctx, { fan_id: fanId, creator_id: it.id, id }),
    await notify(tx, ctx, {
      userId: it.id,
      type: 'request_received',
      actorId: fanId,
      object: { kind: 'message', id: message.id },
    }),
  ]
  const held = { kind: 'request' as const, cents: it.price, object: { kind: 'request' as const, id } }
  const { left } = await holdInEscrow(tx, ctx, deal, { ...held, entryId })
  told.push(await ctx.live.record(tx, [{ userId: fanId, type: 'balance', payload: { coins: left / 100 } }]))
  return { id, coins: left / 100, afterCommit: runAll(told) }
}

/** The creator says that it will be made; from now on the fan waits, and the time begins anew. */
export async function accept(tx: Db, ctx: Services, creatorId: string, id: string): Promise<() => void> {
  const row = await getRequestForViewer(tx, ctx, { id, userId: creatorId, act: 'accept' })
  await tx.run(accepting, [id, dueFrom(ctx.now())])
  const told = [
    await publishToBoth(tx, ctx, row),
    await notify(tx, ctx, {
      userId: row.fan_id,
      type: 'request_accepted',
      actorId: creatorId,
      object: { kind: 'message', id: row.message_id },
    }),
  ]
  return runAll(told)
}

/** The creator says no, or the fan has thought better of it: the coins go back. Answers the fan's coins. */
export async function close(tx: Db, ctx: Services, it: { id: string; userId: string; act: 'decline' | 'withdraw' }) {
  const row = await getRequestForViewer(tx, ctx, it)
  return goBack(tx, ctx, row, it.act === 'decline' ? 'declined' : 'withdrawn')
}

/** Gives back what was not delivered in time (a job). Safe on many nodes: each request is its own transaction. */
export async function expireRequests(ctx: Services): Promise<number> {
  const due = await ctx.db.run<{ id: string }>(dueNow, [new Date(ctx.now())])
  return forEachAlone(due, async ({ id }) => {
    const back = await ctx.db.transact(async (tx) => {
      const [row] = await tx.run<RequestRow>(locking, [id])
      const isDue = row !== undefined && row.state !== 'expired' && stateOf(row, ctx.now()) === 'expired'
      return isDue ? goBack(tx, ctx, row, 'expired') : null
    })
    back?.afterCommit()
    return back !== null
  })
}

/**
 * The request if the viewer is the side that may do this with it now; locked until the commit. After its time nobody
 * takes it up any more, whether or not a job has given the coins back yet; giving them back is never too late.
 */
export async function getRequestForViewer(
  tx: Db,
  ctx: Services,
  it: { id: string; userId: string; act: RequestAct },
): Promise<RequestRow> {
  const [row] = await tx.run<RequestRow>(locking, [it.id])
  if (row === undefined || (row.fan_id !== it.userId && row.creator_id !== it.userId)) throw refuse('not_found')
  const state = it.act === 'accept' || it.act === 'deliver' ? stateOf(row, ctx.now()) : row.state
  const verdict = mayActOnRequest(it.act, row.fan_id === it.userId ? 'fan' : 'creator', state)
  if (verdict === 'not_theirs') throw refuse('not_found')
  if (verdict === 'closed') throw refuse('already_done')
  return row
}

/** What has become of a request. */
export const stateOf = (row: Pick<RequestRow, 'state' | 'due_at'>, now: number): RequestState =>
  (row.state === 'open' || row.state === 'accepted') && row.due_at.getTime() <= now ? 'expired' : row.state

async function goBack(tx: Db, ctx: Services, row: RequestRow, state: 'declined' | 'withdrawn' | 'expired') {
  await tx.run(closing, [row.id, state, new Date(ctx.now())])
  const told = [await publishToBoth(tx, ctx, row)]
  if (state !== 'withdrawn')
    told.push(
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
  told.push(await ctx.live.record(tx, [{ userId: row.fan_id, type: 'balance', payload: { coins: left / 100 } }]))
  return { coins: left / 100, afterCommit: runAll(told) }
}

/** Both sides see at once what became of it. */
export const publishToBoth = (tx: Db, ctx: Services, it: Pick<RequestRow, 'id' | 'fan_id' | 'creator_id'>) =>
  ctx.live.record(tx, [
    { userId: it.fan_id, type: 'request_updated', payload: { request_id: it.id, other_id: it.creator_id } },
    { userId: it.creator_id, type: 'request_updated', payload: { request_id: it.id, other_id: it.fan_id } },
  ])

const dueFrom = (now: number): Date => new Date(now + requestDays * 86_400_000)

export type RequestRow = {
  id: string
  fan_id: string
  creator_id: string
  message_id: string
  delivered_id: string | null
  price_cents: number
  state: RequestState
  entry_id: string
  due_at: Date
  created_at: Date
}
export const requestColumns =
  'id, fan_id, creator_id, message_id, delivered_id, price_cents, state, entry_id, due_at, created_at'

export const minimumOf: Statement = {
  name: 'request_minimum',
  text: 'select min_cents from request_settings where user_id = $1',
}
const making: Statement = {
  name: 'request_make',
  text: `insert into paid_requests (id, fan_id, creator_id, message_id, price_cents, entry_id, due_at, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
}
const locking: Statement = {
  name: 'request_lock',
  text: `select ${requestColumns} from paid_requests where id = $1 for update`,
}
const accepting: Statement = {
  name: 'request_accept',
  text: `update paid_requests set state = 'accepted', due_at = $2 where id = $1`,
}
const closing: Statement = {
  name: 'request_close',
  text: `update paid_requests set state = $2, closed_at = $3 where id = $1`,
}
const dueNow: Statement = {
  name: 'requests_due',
  text: `select id from paid_requests where state in ('open', 'accepted') and due_at <= $1 order by due_at limit 500`,
}

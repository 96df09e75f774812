import { paidCents } from '../../../contract/limits.ts'
import { type PaidRequest, requests } from '../../../contract/requests.ts'
import type { Statement } from '../../platform/db/db.ts'
import { implement } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { audit } from '../../platform/audit/audit.ts'
import { readerOf } from '../chat/views.ts'
import { idempotent } from '../wallet/idempotency.ts'
import { deliver } from './deliver.ts'
import { accept, createRequest, close, minimumOf, requestColumns, type RequestRow, stateOf } from './requests.ts'

export const requestRoutes = (ctx: Services) =>
  implement(requests)({
    withUser: async ({ userId }, { viewer }) => {
      const rows = await ctx.db.run<RequestRow>(between, [viewer.id, userId])
      return { ...(await readMinimum(ctx, userId)), data: rows.map((row) => show(ctx, viewer, row)) }
    },
    ask: async (input, call) => {
      const asked = await idempotent(ctx, call, requests.ask, input, async (tx) => {
        const { afterCommit, ...answer } = await createRequest(tx, ctx, call.me.id, input)
        return { answer, afterCommit }
      })
      return { request: await readOne(ctx, call.me, asked.id), coins: asked.coins }
    },
    accept: async ({ id }, { me }) => {
      const afterCommit = await ctx.db.transact(async (tx) => {
        await audit(tx, me, 'chat.acceptRequest', { kind: 'request', id })
        return accept(tx, ctx, me.id, id)
      })
      afterCommit()
      return readOne(ctx, me, id)
    },
    decline: async (input, call) => {
      await idempotent(ctx, call, requests.decline, input, async (tx) => {
        await audit(tx, call.me, 'chat.declineRequest', { kind: 'request', id: input.id })
        const { afterCommit } = await close(tx, ctx, { id: input.id, userId: call.me.id, act: 'decline' })
        return { answer: { done: true }, afterCommit }
      })
      return readOne(ctx, call.me, input.id)
    },
    deliver: async (input, call) => {
      const { me } = call
      await idempotent(ctx, call, requests.deliver, input, async (tx) => {
        await audit(tx, me, 'chat.deliverRequest', { kind: 'request', id: input.id })
        const operatorId = me.acting?.operatorId ?? null
        const it = { id: input.id, creatorId: me.id, content: input.content, mediaIds: input.media_ids, operatorId }
        return { answer: { done: true }, afterCommit: await deliver(tx, ctx, it) }
      })
      return readOne(ctx, me, input.id)
    },
    withdraw: async (input, call) => {
      const back = await idempotent(ctx, call, requests.withdraw, input, async (tx) => {
        const { afterCommit, coins } = await close(tx, ctx, { id: input.id, userId: call.me.id, act: 'withdraw' })
        return { answer: { coins }, afterCommit }
      })
      return { request: await readOne(ctx, call.me, input.id), coins: back.coins }
    },
    settings: (_input, { me }) => readMinimum(ctx, me.id),
    setSettings: async ({ min_price: cents }, { me }) => {
      if (cents !== null && (cents < paidCents.min || cents > paidCents.max)) throw refuse('invalid_amount')
      await ctx.db.transact(async (tx) => {
        await tx.run(keeping, [me.id, cents, new Date(ctx.now())])
        await audit(tx, me, 'chat.setRequests', { kind: 'user', id: me.id })
      })
      return readMinimum(ctx, me.id)
    },
  })

async function readMinimum(ctx: Services, userId: string): Promise<{ min_price: number | null }> {
  const [row] = await ctx.db.run<{ min_cents: number | null }>(minimumOf, [userId])
  return { min_price: row?.min_cents == null ? null : row.min_cents / 100 }
}

async function readOne(ctx: Services, viewer: Viewer, id: string): Promise<PaidRequest> {
  const [row] = await ctx.db.run<RequestRow>(one, [viewer.id, id])
  if (row === undefined) throw refuse('not_found')
  return show(ctx, viewer, row)
}

const show = (ctx: Services, viewer: Viewer, row: RequestRow): PaidRequest => ({
  id: row.id,
  message_id: row.message_id,
  delivered_id: row.delivered_id,
  fan_id: row.fan_id,
  creator_id: row.creator_id,
  price: readerOf(viewer).seesAmounts ? row.price_cents / 100 : null,
  state: stateOf(row, ctx.now()),
  due_at: row.due_at.toISOString(),
  created_at: row.created_at.toISOString(),
})

const between: Statement = {
  name: 'requests_between',
  text: `select ${requestColumns} from paid_requests
    where (fan_id = $1::uuid and creator_id = $2::uuid) or (fan_id = $2::uuid and creator_id = $1::uuid)
    order by id desc limit 100`,
}
const one: Statement = {
  name: 'request_one',
  text: `select ${requestColumns} from paid_requests where id = $2::uuid and $1::uuid in (fan_id, creator_id)`,
}
const keeping: Statement = {
  name: 'request_keep_minimum',
  text: `insert into request_settings (user_id, min_cents, updated_at) values ($1, $2, $3)
    on conflict (user_id) do update set min_cents = excluded.min_cents, updated_at = excluded.updated_at`,
}

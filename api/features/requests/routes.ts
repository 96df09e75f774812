import { paidCents } from '../../../contract/limits.ts'
import { type PaidRequest, requests } from '../../../contract/requests.ts'
import type { Statement } from '../../platform/db/db.ts'
import { implement } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { logAct } from '../../platform/audit/audit.ts'
import { readerOf } from '../chat/views.ts'
import { once } from '../wallet/idempotency.ts'
import { deliver } from './deliver.ts'
import { accept, ask, close, minimumOf, requestColumns, type RequestRow, stateOf } from './requests.ts'

export const requestRoutes = (on: Services) =>
  implement(requests)({
    withUser: async ({ userId }, { viewer }) => {
      const rows = await on.db.run<RequestRow>(between, [viewer.id, userId])
      return { ...(await readMinimum(on, userId)), data: rows.map((row) => show(on, viewer, row)) }
    },
    ask: async (input, call) => {
      const asked = await once(on, call, requests.ask, input, async (tx) => {
        const { tell, ...answer } = await ask(tx, on, call.me.id, input)
        return { answer, tell }
      })
      return { request: await readOne(on, call.me, asked.id), coins: asked.coins }
    },
    accept: async ({ id }, { me }) => {
      const tell = await on.db.transact(async (tx) => {
        await logAct(tx, me, 'chat.acceptRequest', { kind: 'request', id })
        return accept(tx, on, me.id, id)
      })
      tell()
      return readOne(on, me, id)
    },
    decline: async (input, call) => {
      await once(on, call, requests.decline, input, async (tx) => {
        await logAct(tx, call.me, 'chat.declineRequest', { kind: 'request', id: input.id })
        const { tell } = await close(tx, on, { id: input.id, userId: call.me.id, act: 'decline' })
        return { answer: { done: true }, tell }
      })
      return readOne(on, call.me, input.id)
    },
    deliver: async (input, call) => {
      const { me } = call
      await once(on, call, requests.deliver, input, async (tx) => {
        await logAct(tx, me, 'chat.deliverRequest', { kind: 'request', id: input.id })
        const operatorId = me.acting?.operatorId ?? null
        const it = { id: input.id, creatorId: me.id, content: input.content, mediaIds: input.media_ids, operatorId }
        return { answer: { done: true }, tell: await deliver(tx, on, it) }
      })
      return readOne(on, me, input.id)
    },
    withdraw: async (input, call) => {
      const back = await once(on, call, requests.withdraw, input, async (tx) => {
        const { tell, coins } = await close(tx, on, { id: input.id, userId: call.me.id, act: 'withdraw' })
        return { answer: { coins }, tell }
      })
      return { request: await readOne(on, call.me, input.id), coins: back.coins }
    },
    settings: (_input, { me }) => readMinimum(on, me.id),
    setSettings: async ({ min_price: cents }, { me }) => {
      if (cents !== null && (cents < paidCents.min || cents > paidCents.max)) throw refuse('invalid_amount')
      await on.db.transact(async (tx) => {
        await tx.run(keeping, [me.id, cents, new Date(on.now())])
        await logAct(tx, me, 'chat.setRequests', { kind: 'user', id: me.id })
      })
      return readMinimum(on, me.id)
    },
  })

async function readMinimum(on: Services, userId: string): Promise<{ min_price: number | null }> {
  const [row] = await on.db.run<{ min_cents: number | null }>(minimumOf, [userId])
  return { min_price: row?.min_cents == null ? null : row.min_cents / 100 }
}

async function readOne(on: Services, viewer: Viewer, id: string): Promise<PaidRequest> {
  const [row] = await on.db.run<RequestRow>(one, [viewer.id, id])
  if (row === undefined) throw refuse('not_found')
  return show(on, viewer, row)
}

const show = (on: Services, viewer: Viewer, row: RequestRow): PaidRequest => ({
  id: row.id,
  message_id: row.message_id,
  delivered_id: row.delivered_id,
  fan_id: row.fan_id,
  creator_id: row.creator_id,
  price: readerOf(viewer).seesAmounts ? row.price_cents / 100 : null,
  state: stateOf(row, on.now()),
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

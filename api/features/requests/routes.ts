import { coinsOf } from '../../../contract/coins.ts'
import type { Received } from '../../../contract/endpoint.ts'
import { paidCents } from '../../../contract/prices.ts'
import { requests } from '../../../contract/requests.ts'
import { readPeople } from '../../people/views.ts'
import { audit, centsText } from '../../platform/audit/audit.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { implement } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { readerOf } from '../chat/views.ts'
import { idempotent } from '../wallet/idempotency.ts'
import {
  acceptForViewer,
  declineForViewer,
  deliverForViewer,
  presentRequest,
  readOne,
  readRequestsBetween,
} from './answer.ts'
import { close, createRequest } from './requests.ts'
import { minimumPrice, setMinimumPrice, waitingRequests, waitingTotal } from './statements.ts'

export const requestRoutes = (ctx: Services) =>
  implement(requests)({
    withUser: async ({ userId }, { viewer }) => {
      const data = await readRequestsBetween(ctx, viewer, userId)
      return { ...(await readMinimum(ctx, userId)), data }
    },
    waiting: (page, { viewer }) => listWaiting(ctx, viewer, page),
    create: async (input, call) => {
      const created = await idempotent(ctx, call, requests.create, input, async (tx) => {
        const { afterCommit, ...answer } = await createRequest(tx, ctx, call.me.id, input)
        return { answer, afterCommit }
      })
      return { request: await readOne(ctx, call.me, created.id), coins: created.coins }
    },
    accept: ({ id }, { me }) => acceptForViewer(ctx, me, id),
    decline: (input, call) => declineForViewer(ctx, call, requests.decline, input),
    deliver: (input, call) => deliverForViewer(ctx, call, requests.deliver, input),
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
        const [was] = await tx.run(minimumPrice, { creator: me.id })
        await tx.run(setMinimumPrice, { creator: me.id, cents, now: new Date(ctx.now()) })
        const change = { field: 'price', before: centsText(was?.min_cents ?? null), after: centsText(cents) } as const
        await audit(tx, me, 'chat.setRequests', { kind: 'user', id: me.id }, [change])
      })
      return readMinimum(ctx, me.id)
    },
  })

/** A page of the creator's queue; a fan who is gone has none in it. */
async function listWaiting(ctx: Services, viewer: Viewer, page: Received<typeof requests.waiting>) {
  const limit = page.limit ?? 30
  const [at = null, id = null] = fromCursor(page.cursor, 'time', 'uuid') ?? []
  const found = await ctx.db.run(waitingRequests, { creator: viewer.id, at, id, limit: limit + 1 })
  const { rows, next } = cut(found, limit, (row) => [row.at, row.id])
  const [total] = await ctx.db.run(waitingTotal, { creator: viewer.id })
  const fans = await readPeople(
    ctx,
    viewer.id,
    rows.map((row) => row.fan_id),
  )
  const data = rows.flatMap((row) => {
    const fan = fans.get(row.fan_id)
    return fan === undefined ? [] : [{ ...presentRequest(ctx, viewer, row), fan, text: row.text }]
  })
  const coins = readerOf(viewer).seesAmounts ? coinsOf(total?.cents ?? 0) : null
  return { data, next, total: { count: total?.count ?? 0, coins } }
}

async function readMinimum(ctx: Services, userId: string): Promise<{ min_price: number | null }> {
  const [row] = await ctx.db.run(minimumPrice, { creator: userId })
  return { min_price: row?.min_cents == null ? null : coinsOf(row.min_cents) }
}

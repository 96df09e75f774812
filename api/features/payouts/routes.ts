import { payouts } from '../../../contract/payouts.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { idempotent } from '../wallet/idempotency.ts'
import { readEarnings, transfer } from './earnings.ts'
import { readStatement } from './earnings-statement.ts'
import { addMethod, listMethods, removeMethod } from './methods.ts'
import { readMovements } from './movements.ts'
import { advance, requestPayout } from './payouts.ts'
import { payoutsOfUser } from './statements.ts'
import { presentPayout } from './views.ts'

const silent = () => undefined

export const payoutRoutes = (ctx: Services) =>
  implement(payouts)({
    earnings: (_input, { me }) => readEarnings(ctx, me.id),
    movements: (input, { me }) => readMovements(ctx, me.id, input),
    transfer: (input, call) =>
      idempotent(ctx, call, payouts.transfer, input, (tx) => transfer(tx, ctx, call.me, input.amount)),
    statement: (input, { me }) => readStatement(ctx, me.id, input),
    list: async (input, { me }) => readPayouts(ctx, me.id, input),
    request: (input, call) =>
      idempotent(ctx, call, payouts.request, input, async (tx) => ({
        answer: await requestPayout(tx, ctx, call.me, input),
        afterCommit: silent,
      })),
    cancel: (input, call) =>
      idempotent(ctx, call, payouts.cancel, input, (tx) =>
        advance(tx, ctx, input.id, 'cancelled', { userId: call.me.id }, null),
      ),
    methods: async (_input, { me }) => ({ data: await listMethods(ctx, me.id) }),
    addMethod: (input, { me }) => addMethod(ctx, me, input),
    removeMethod: async ({ id }, { me }) => {
      await removeMethod(ctx, me, id)
      return { ok: true as const }
    },
  })

async function readPayouts(ctx: Services, userId: string, query: { limit?: number; cursor?: string }) {
  const limit = query.limit ?? 30
  const [before = null] = fromCursor(query.cursor, 'uuid') ?? []
  const found = await ctx.db.run(payoutsOfUser, { user: userId, before, limit: limit + 1 })
  const { rows, next } = cut(found, limit, (row) => [row.id])
  return { data: rows.map(presentPayout), next }
}

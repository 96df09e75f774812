import { payouts } from '../../../contract/payouts.ts'
import type { Statement } from '../../platform/db/db.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { implement } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { idempotent } from '../wallet/idempotency.ts'
import { readEarnings, transfer } from './earnings.ts'
import { readMovements } from './movements.ts'
import { readStatement } from './statement.ts'
import { addMethod, advance, type PayoutRow, requestPayout } from './payouts.ts'
import { payoutColumns, presentPayout } from './views.ts'

const silent = () => undefined

export const payoutRoutes = (ctx: Services) =>
  implement(payouts)({
    earnings: (_input, { me }) => readEarnings(ctx, me.id),
    movements: (input, { me }) => readMovements(ctx, me.id, input),
    transfer: (input, call) =>
      idempotent(ctx, call, payouts.transfer, input, (tx) => transfer(tx, ctx, call.me.id, input.amount)),
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
    methods: async (_input, { me }) => ({ data: await ctx.db.run(methodsOf, [me.id]) }),
    addMethod: (input, { me }) => ctx.db.transact((tx) => addMethod(tx, ctx, me, input)),
    removeMethod: async ({ id }, { me }) => {
      if ((await ctx.db.run(removing, [id, me.id, new Date(ctx.now())])).length === 0) throw refuse('not_found')
      return { ok: true as const }
    },
  })

async function readPayouts(ctx: Services, userId: string, it: { limit?: number; cursor?: string }) {
  const limit = it.limit ?? 30
  const [after] = fromCursor(it.cursor, 1) ?? [null]
  const found = await ctx.db.run<PayoutRow>(mine, [userId, after, limit + 1])
  const { rows, next } = cut(found, limit, (row) => [row.id])
  return { data: rows.map(presentPayout), next }
}

const mine: Statement = {
  name: 'payouts_mine',
  text: `select ${payoutColumns} where p.user_id = $1 and ($2::uuid is null or p.id < $2::uuid) order by p.id desc limit $3`,
}
const methodsOf: Statement = {
  name: 'payout_methods',
  text: `select id, kind, label, holder from payout_methods where user_id = $1 and removed_at is null order by created_at desc`,
}
const removing: Statement = {
  name: 'payout_remove_method',
  text: `update payout_methods set removed_at = $3 where id = $1 and user_id = $2 and removed_at is null returning id`,
}

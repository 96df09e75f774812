import { type Payout, payouts, staffMoney } from '../../../contract/payouts.ts'
import type { Statement } from '../../db/db.ts'
import { cut, fromCursor } from '../../db/pages.ts'
import { implement } from '../../http/implement.ts'
import { refuse } from '../../http/refuse.ts'
import type { Services } from '../../http/services.ts'
import { checkLedger } from '../wallet/check.ts'
import { readEntry } from '../wallet/entry.ts'
import { once } from '../wallet/once.ts'
import { refundSale } from '../wallet/refunds.ts'
import { readEarnings, readStatement, transfer } from './earnings.ts'
import { addMethod, advance, type PayoutRow, requestPayout } from './payouts.ts'

const silent = () => undefined

export const payoutRoutes = (on: Services) =>
  implement(payouts)({
    earnings: (_input, { me }) => readEarnings(on, me.id),
    transfer: (input, call) =>
      once(on, call, payouts.transfer, input, (tx) => transfer(tx, on, call.me.id, input.amount)),
    statement: (input, { me }) => readStatement(on, me.id, input),
    list: async (input, { me }) => readPayouts(on, me.id, input),
    request: (input, call) =>
      once(on, call, payouts.request, input, async (tx) => ({
        answer: await requestPayout(tx, on, call.me, input),
        tell: silent,
      })),
    cancel: async ({ id }, { me }) =>
      (await on.db.transact((tx) => advance(tx, on, id, 'cancelled', { userId: me.id }, null))).answer,
    methods: async (_input, { me }) => ({ data: await on.db.run(methodsOf, [me.id]) }),
    addMethod: (input, { me }) => on.db.transact((tx) => addMethod(tx, on, me, input)),
    removeMethod: async ({ id }, { me }) => {
      if ((await on.db.run(removing, [id, me.id, new Date(on.now())])).length === 0) throw refuse('not_found')
      return { ok: true as const }
    },
  })

/** The money part of the back office. */
export const staffMoneyRoutes = (on: Services) =>
  implement(staffMoney)({
    payouts: async (input) => {
      const limit = input.limit ?? 50
      const [after] = fromCursor(input.cursor, 1) ?? [null]
      const found = await on.db.run<PayoutRow>(queue, [input.status ?? null, after, limit + 1])
      const { rows, next } = cut(found, limit, (row) => [row.id])
      return { data: rows.map((row) => ({ ...show(row), user: { id: row.user_id, username: row.username } })), next }
    },
    decide: async ({ id, status, reason }, { me }) => {
      const { answer, tell } = await on.db.transact((tx) =>
        advance(tx, on, id, status, { staffId: me.id }, reason ?? null),
      )
      tell()
      return answer
    },
    refund: (input, call) =>
      once(on, call, staffMoney.refund, input, async (tx) => ({
        answer: { entry_id: input.entry_id },
        tell: await refundSale(tx, on, input.entry_id, { kind: 'refund', reason: input.reason }),
      })),
    ledger: async () => ({ violations: await checkLedger(on.db) }),
    entry: ({ id }, { me }) => readEntry(on, me.id, id),
  })

async function readPayouts(on: Services, userId: string, it: { limit?: number; cursor?: string }) {
  const limit = it.limit ?? 30
  const [after] = fromCursor(it.cursor, 1) ?? [null]
  const found = await on.db.run<PayoutRow>(mine, [userId, after, limit + 1])
  const { rows, next } = cut(found, limit, (row) => [row.id])
  return { data: rows.map(show), next }
}

const show = (row: PayoutRow): Payout => ({
  id: row.id,
  amount: row.amount_cents / 100,
  status: row.status,
  method: row.method,
  reason: row.reason,
  created_at: row.created_at.toISOString(),
  settled_at: row.settled_at?.toISOString() ?? null,
})

const columns = `p.id, p.user_id, u.username, p.amount_cents, p.status, m.label as method, p.reason, p.entry_id, p.created_at, p.settled_at
  from payouts p join users u on u.id = p.user_id left join payout_methods m on m.id = p.method_id`
const mine: Statement = {
  name: 'payouts_mine',
  text: `select ${columns} where p.user_id = $1 and ($2::uuid is null or p.id < $2::uuid) order by p.id desc limit $3`,
}
const queue: Statement = {
  name: 'payouts_queue',
  text: `select ${columns} where ($1::text is null or p.status = $1::text) and ($2::uuid is null or p.id > $2::uuid) order by p.id limit $3`,
}
const methodsOf: Statement = {
  name: 'payout_methods',
  text: `select id, kind, label, holder from payout_methods where user_id = $1 and removed_at is null order by created_at desc`,
}
const removing: Statement = {
  name: 'payout_remove_method',
  text: `update payout_methods set removed_at = $3 where id = $1 and user_id = $2 and removed_at is null returning id`,
}

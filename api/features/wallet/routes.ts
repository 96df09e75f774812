import { eq } from 'drizzle-orm'
import { coinsOf } from '../../../contract/coins.ts'
import { currency } from '../../../contract/limits.ts'
import { wallet } from '../../../contract/wallet.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { implement } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { checkoutOf } from './checkout.ts'
import { readEntry } from './entry.ts'
import { readTransactions } from './history.ts'
import { idempotent } from './idempotency.ts'
import { openPayments } from './payments/open.ts'
import { spentThisMonth, walletCents } from './sale.ts'
import { beginTopup, readTopup, returnPathOf } from './topups.ts'

export const walletRoutes = (ctx: Services) => {
  const payments = openPayments(ctx.env)
  return implement(wallet)({
    get: (_input, { me }) => readWallet(ctx, me.id),
    update: async (input, { me }) => {
      const cents = input.spending_limit
      if (cents !== null && (cents < 0 || cents > 10_000_000)) throw refuse('invalid_amount')
      await ctx.db.update(users).set({ spendingLimitCents: cents, updatedAt: new Date() }).where(eq(users.id, me.id))
      return readWallet(ctx, me.id)
    },
    transactions: (input, { me }) => readTransactions(ctx, me.id, input),
    entry: ({ id }, { me }) => readEntry(ctx, me.id, id),
    beginTopup: async (input, call) => {
      if (payments === null) throw refuse('unavailable')
      // The provider is asked after the commit; its answer to the same purchase is always the same page.
      const id = await idempotent(ctx, call, wallet.beginTopup, input, async (tx) => ({
        answer: await beginTopup(tx, ctx, call.me.id, input, payments.name),
        afterCommit: () => undefined,
      }))
      return { id, checkout_url: await checkoutOf(ctx, payments, id, call.me.locale) }
    },
    topup: async ({ id }, { me }) => {
      const row = await readTopup(ctx.db, id)
      if (row?.user_id !== me.id) throw refuse('not_found')
      return {
        id,
        status: row.status,
        amount: coinsOf(row.amount_cents),
        coins: coinsOf(await walletCents(ctx.db, me.id)),
        return_path: returnPathOf(row),
      }
    },
  })
}

async function readWallet(ctx: Services, userId: string) {
  const [user] = await ctx.db.select({ limit: users.spendingLimitCents }).from(users).where(eq(users.id, userId))
  return {
    coins: coinsOf(await walletCents(ctx.db, userId)),
    currency,
    spending_limit: user?.limit == null ? null : coinsOf(user.limit),
    spent_this_month: coinsOf(await spentThisMonth(ctx.db, userId, ctx.now())),
  }
}

import { staffMoney } from '../../../contract/staff-money.ts'
import { auditStaff } from '../../platform/audit/staff-audit.ts'
import { implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { beginCheck, readCheck, runCheck } from '../wallet/check-runs.ts'
import { idempotent } from '../wallet/idempotency.ts'
import { decidePayout, listDisputes, listPayouts, listSales, openAccount, refund } from './money.ts'

/** The money part of the back office. */
export const staffMoneyRoutes = (ctx: Services) =>
  implement(staffMoney)({
    payouts: ({ status, ...page }, { me }) => listPayouts(ctx, me, status, page),
    decide: (input, { me }) => decidePayout(ctx, me, input),
    openAccount: ({ id }, { me }) => openAccount(ctx, me, id),
    sales: ({ q, ...page }) => listSales(ctx, q, page),
    refund: (input, call) => idempotent(ctx, call, staffMoney.refund, input, (tx) => refund(tx, ctx, call.me, input)),
    disputes: ({ status, ...page }) => listDisputes(ctx, status, page),
    ledgerCheck: () => readCheck(ctx),
    startLedgerCheck: async (_input, { me }) => {
      const id = await ctx.db.transact(async (tx) => {
        const begun = await beginCheck(tx, me.id)
        await auditStaff(tx, me, 'ledger.check', { kind: 'check', id: begun })
        return begun
      })
      // The check may take minutes; its result, or its error, is stored.
      void runCheck(ctx, id).catch(() => undefined)
      return { ok: true as const }
    },
  })

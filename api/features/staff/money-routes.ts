import { staffMoney } from '../../../contract/staff-money.ts'
import { implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { beginCheck, readCheck, runCheck } from '../wallet/check-runs.ts'
import { once } from '../wallet/idempotency.ts'
import { logStaffAct } from '../../platform/audit/staff-audit.ts'
import { decidePayout, listDisputes, listPayouts, listSales, openAccount, refund } from './money.ts'

/** The money part of the back office. */
export const staffMoneyRoutes = (on: Services) =>
  implement(staffMoney)({
    payouts: ({ status, ...page }) => listPayouts(on, status, page),
    decide: (input, { me }) => decidePayout(on, me, input),
    account: ({ id }, { me }) => openAccount(on, me, id),
    sales: ({ q, ...page }) => listSales(on, q, page),
    refund: (input, call) => once(on, call, staffMoney.refund, input, (tx) => refund(tx, on, call.me, input)),
    disputes: ({ status, ...page }) => listDisputes(on, status, page),
    ledger: () => readCheck(on),
    checkLedger: async (_input, { me }) => {
      const id = await on.db.transact(async (tx) => {
        const begun = await beginCheck(tx, me.id)
        await logStaffAct(tx, me, 'ledger.check', { kind: 'check', id: begun })
        return begun
      })
      // It takes as long as it takes; its end is kept, and what goes wrong with it too.
      void runCheck(on, id).catch(() => undefined)
      return { ok: true as const }
    },
  })

import { createServerFn } from '@tanstack/react-start'
import { staffMoney } from '../../contract/staff-money.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getStaffPayouts = createServerFn({ method: 'GET' })
  .validator(sent(staffMoney.payouts))
  .handler(({ data }) => callApi(staffMoney.payouts, data))
export const decidePayout = createServerFn({ method: 'POST' })
  .validator(sent(staffMoney.decide))
  .handler(({ data }) => callApi(staffMoney.decide, data))
export const openPayoutAccount = createServerFn({ method: 'POST' })
  .validator(sent(staffMoney.openAccount))
  .handler(({ data }) => callApi(staffMoney.openAccount, data))
export const getSales = createServerFn({ method: 'GET' })
  .validator(sent(staffMoney.sales))
  .handler(({ data }) => callApi(staffMoney.sales, data))
export const refundSale = createServerFn({ method: 'POST' })
  .validator(sent(staffMoney.refund))
  .handler(({ data }) => callApi(staffMoney.refund, data))
export const getDisputes = createServerFn({ method: 'GET' })
  .validator(sent(staffMoney.disputes))
  .handler(({ data }) => callApi(staffMoney.disputes, data))
export const getLedgerCheck = createServerFn({ method: 'GET' })
  .validator(sent(staffMoney.ledgerCheck))
  .handler(({ data }) => callApi(staffMoney.ledgerCheck, data))
export const startLedgerCheck = createServerFn({ method: 'POST' })
  .validator(sent(staffMoney.startLedgerCheck))
  .handler(({ data }) => callApi(staffMoney.startLedgerCheck, data))

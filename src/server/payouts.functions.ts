import { createServerFn } from '@tanstack/react-start'
import { payouts, staffMoney } from '../../contract/payouts.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getEarnings = createServerFn({ method: 'GET' }).validator(sent(payouts.earnings)).handler(({ data }) => callApi(payouts.earnings, data))
export const transferEarnings = createServerFn({ method: 'POST' }).validator(sent(payouts.transfer)).handler(({ data }) => callApi(payouts.transfer, data))
export const getStatement = createServerFn({ method: 'GET' }).validator(sent(payouts.statement)).handler(({ data }) => callApi(payouts.statement, data))
export const getPayouts = createServerFn({ method: 'GET' }).validator(sent(payouts.list)).handler(({ data }) => callApi(payouts.list, data))
export const requestPayout = createServerFn({ method: 'POST' }).validator(sent(payouts.request)).handler(({ data }) => callApi(payouts.request, data))
export const cancelPayout = createServerFn({ method: 'POST' }).validator(sent(payouts.cancel)).handler(({ data }) => callApi(payouts.cancel, data))
export const getPayoutMethods = createServerFn({ method: 'GET' }).validator(sent(payouts.methods)).handler(({ data }) => callApi(payouts.methods, data))
export const addPayoutMethod = createServerFn({ method: 'POST' }).validator(sent(payouts.addMethod)).handler(({ data }) => callApi(payouts.addMethod, data))
export const removePayoutMethod = createServerFn({ method: 'POST' }).validator(sent(payouts.removeMethod)).handler(({ data }) => callApi(payouts.removeMethod, data))
export const getEntry = createServerFn({ method: 'GET' }).validator(sent(staffMoney.entry)).handler(({ data }) => callApi(staffMoney.entry, data))

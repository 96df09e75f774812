import { createServerFn } from '@tanstack/react-start'
import { wallet } from '../../contract/wallet.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getEntry = createServerFn({ method: 'GET' })
  .validator(sent(wallet.entry))
  .handler(({ data }) => callApi(wallet.entry, data))
export const getWallet = createServerFn({ method: 'GET' })
  .validator(sent(wallet.get))
  .handler(({ data }) => callApi(wallet.get, data))
export const updateWallet = createServerFn({ method: 'POST' })
  .validator(sent(wallet.update))
  .handler(({ data }) => callApi(wallet.update, data))
export const getTransactions = createServerFn({ method: 'GET' })
  .validator(sent(wallet.transactions))
  .handler(({ data }) => callApi(wallet.transactions, data))
export const beginTopup = createServerFn({ method: 'POST' })
  .validator(sent(wallet.beginTopup))
  .handler(({ data }) => callApi(wallet.beginTopup, data))
export const getTopup = createServerFn({ method: 'GET' })
  .validator(sent(wallet.topup))
  .handler(({ data }) => callApi(wallet.topup, data))

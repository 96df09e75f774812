import { createServerFn } from '@tanstack/react-start'
import { gifts } from '../../contract/gifts.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const giveGift = createServerFn({ method: 'POST' })
  .validator(sent(gifts.give))
  .handler(({ data }) => callApi(gifts.give, data))
export const getGifts = createServerFn({ method: 'GET' })
  .validator(sent(gifts.list))
  .handler(({ data }) => callApi(gifts.list, data))
export const getGift = createServerFn({ method: 'GET' })
  .validator(sent(gifts.get))
  .handler(({ data }) => callApi(gifts.get, data))
export const acceptGift = createServerFn({ method: 'POST' })
  .validator(sent(gifts.accept))
  .handler(({ data }) => callApi(gifts.accept, data))
export const takeBackGift = createServerFn({ method: 'POST' })
  .validator(sent(gifts.takeBack))
  .handler(({ data }) => callApi(gifts.takeBack, data))

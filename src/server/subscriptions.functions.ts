import { createServerFn } from '@tanstack/react-start'
import { subscriptions } from '../../contract/subscriptions.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const subscribe = createServerFn({ method: 'POST' })
  .validator(sent(subscriptions.subscribe))
  .handler(({ data }) => callApi(subscriptions.subscribe, data))
export const unsubscribe = createServerFn({ method: 'POST' })
  .validator(sent(subscriptions.unsubscribe))
  .handler(({ data }) => callApi(subscriptions.unsubscribe, data))
export const getSubscriptions = createServerFn({ method: 'GET' })
  .validator(sent(subscriptions.list))
  .handler(({ data }) => callApi(subscriptions.list, data))
export const setSubscriptionPrice = createServerFn({ method: 'POST' })
  .validator(sent(subscriptions.setPrice))
  .handler(({ data }) => callApi(subscriptions.setPrice, data))
export const getSubscribers = createServerFn({ method: 'GET' })
  .validator(sent(subscriptions.subscribers))
  .handler(({ data }) => callApi(subscriptions.subscribers, data))

import { createServerFn } from '@tanstack/react-start'
import { notifications } from '../../contract/notifications.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getNotifications = createServerFn({ method: 'GET' })
  .validator(sent(notifications.list))
  .handler(({ data }) => callApi(notifications.list, data))
export const readNotifications = createServerFn({ method: 'POST' })
  .validator(sent(notifications.read))
  .handler(({ data }) => callApi(notifications.read, data))
export const getNotificationSettings = createServerFn({ method: 'GET' })
  .validator(sent(notifications.settings))
  .handler(({ data }) => callApi(notifications.settings, data))
export const setNotificationSettings = createServerFn({ method: 'POST' })
  .validator(sent(notifications.setSettings))
  .handler(({ data }) => callApi(notifications.setSettings, data))
export const getBell = createServerFn({ method: 'GET' })
  .validator(sent(notifications.bell))
  .handler(({ data }) => callApi(notifications.bell, data))
export const setBell = createServerFn({ method: 'POST' })
  .validator(sent(notifications.setBell))
  .handler(({ data }) => callApi(notifications.setBell, data))
export const subscribePush = createServerFn({ method: 'POST' })
  .validator(sent(notifications.subscribePush))
  .handler(({ data }) => callApi(notifications.subscribePush, data))
export const unsubscribePush = createServerFn({ method: 'POST' })
  .validator(sent(notifications.unsubscribePush))
  .handler(({ data }) => callApi(notifications.unsubscribePush, data))

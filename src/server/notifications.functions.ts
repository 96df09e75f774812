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

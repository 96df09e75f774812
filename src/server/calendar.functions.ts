import { createServerFn } from '@tanstack/react-start'
import { calendar } from '../../contract/calendar.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getCalendar = createServerFn({ method: 'GET' })
  .validator(sent(calendar.get))
  .handler(({ data }) => callApi(calendar.get, data))

import { createServerFn } from '@tanstack/react-start'
import { reports } from '../../contract/reports.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const sendReport = createServerFn({ method: 'POST' })
  .validator(sent(reports.send))
  .handler(({ data }) => callApi(reports.send, data))
export const getReport = createServerFn({ method: 'GET' })
  .validator(sent(reports.get))
  .handler(({ data }) => callApi(reports.get, data))

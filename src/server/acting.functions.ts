import { createServerFn } from '@tanstack/react-start'
import { acting } from '../../contract/acting.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getActingStatus = createServerFn({ method: 'GET' })
  .validator(sent(acting.status))
  .handler(({ data }) => callApi(acting.status, data))
export const getEndedActing = createServerFn({ method: 'GET' })
  .validator(sent(acting.ended))
  .handler(({ data }) => callApi(acting.ended, data))
export const startActing = createServerFn({ method: 'POST' })
  .validator(sent(acting.start))
  .handler(({ data }) => callApi(acting.start, data))
export const stopActing = createServerFn({ method: 'POST' })
  .validator(sent(acting.stop))
  .handler(({ data }) => callApi(acting.stop, data))

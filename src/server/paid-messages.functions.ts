import { createServerFn } from '@tanstack/react-start'
import { paidMessages } from '../../contract/paid-messages.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getPaidMessages = createServerFn({ method: 'GET' })
  .validator(sent(paidMessages.list))
  .handler(({ data }) => callApi(paidMessages.list, data))

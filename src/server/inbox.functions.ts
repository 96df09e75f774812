import { createServerFn } from '@tanstack/react-start'
import { inbox } from '../../contract/inbox.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const changeConversations = createServerFn({ method: 'POST' })
  .validator(sent(inbox.change))
  .handler(({ data }) => callApi(inbox.change, data))
export const getConversationCounts = createServerFn({ method: 'GET' })
  .validator(sent(inbox.counts))
  .handler(({ data }) => callApi(inbox.counts, data))

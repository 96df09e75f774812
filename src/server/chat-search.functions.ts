import { createServerFn } from '@tanstack/react-start'
import { chatSearch } from '../../contract/chat-search.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const findMessages = createServerFn({ method: 'GET' })
  .validator(sent(chatSearch.find))
  .handler(({ data }) => callApi(chatSearch.find, data))

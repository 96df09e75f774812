import { createServerFn } from '@tanstack/react-start'
import { chatDrafts } from '../../contract/chat-drafts.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getMessageDrafts = createServerFn({ method: 'GET' })
  .validator(sent(chatDrafts.list))
  .handler(({ data }) => callApi(chatDrafts.list, data))
export const saveMessageDraft = createServerFn({ method: 'POST' })
  .validator(sent(chatDrafts.save))
  .handler(({ data }) => callApi(chatDrafts.save, data))

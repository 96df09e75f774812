import { createServerFn } from '@tanstack/react-start'
import { chatTools } from '../../contract/chat-tools.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getFan = createServerFn({ method: 'GET' })
  .validator(sent(chatTools.fan))
  .handler(({ data }) => callApi(chatTools.fan, data))
export const setFanNote = createServerFn({ method: 'POST' })
  .validator(sent(chatTools.setNote))
  .handler(({ data }) => callApi(chatTools.setNote, data))
export const getSavedReplies = createServerFn({ method: 'GET' })
  .validator(sent(chatTools.replies))
  .handler(({ data }) => callApi(chatTools.replies, data))
export const saveReply = createServerFn({ method: 'POST' })
  .validator(sent(chatTools.saveReply))
  .handler(({ data }) => callApi(chatTools.saveReply, data))
export const removeReply = createServerFn({ method: 'POST' })
  .validator(sent(chatTools.removeReply))
  .handler(({ data }) => callApi(chatTools.removeReply, data))
export const getWelcome = createServerFn({ method: 'GET' })
  .validator(sent(chatTools.welcome))
  .handler(({ data }) => callApi(chatTools.welcome, data))
export const setWelcome = createServerFn({ method: 'POST' })
  .validator(sent(chatTools.setWelcome))
  .handler(({ data }) => callApi(chatTools.setWelcome, data))

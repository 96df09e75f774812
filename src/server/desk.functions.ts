import { createServerFn } from '@tanstack/react-start'
import { desk } from '../../contract/desk.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getFan = createServerFn({ method: 'GET' })
  .validator(sent(desk.fan))
  .handler(({ data }) => callApi(desk.fan, data))
export const setFanNote = createServerFn({ method: 'POST' })
  .validator(sent(desk.setNote))
  .handler(({ data }) => callApi(desk.setNote, data))
export const getSavedReplies = createServerFn({ method: 'GET' })
  .validator(sent(desk.replies))
  .handler(({ data }) => callApi(desk.replies, data))
export const saveReply = createServerFn({ method: 'POST' })
  .validator(sent(desk.saveReply))
  .handler(({ data }) => callApi(desk.saveReply, data))
export const removeReply = createServerFn({ method: 'POST' })
  .validator(sent(desk.removeReply))
  .handler(({ data }) => callApi(desk.removeReply, data))
export const getWelcome = createServerFn({ method: 'GET' })
  .validator(sent(desk.welcome))
  .handler(({ data }) => callApi(desk.welcome, data))
export const setWelcome = createServerFn({ method: 'POST' })
  .validator(sent(desk.setWelcome))
  .handler(({ data }) => callApi(desk.setWelcome, data))

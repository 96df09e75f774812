import { createServerFn } from '@tanstack/react-start'
import { broadcasts } from '../../contract/broadcasts.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const sendBroadcast = createServerFn({ method: 'POST' })
  .validator(sent(broadcasts.send))
  .handler(({ data }) => callApi(broadcasts.send, data))
export const getBroadcastDraft = createServerFn({ method: 'GET' })
  .validator(sent(broadcasts.getDraft))
  .handler(({ data }) => callApi(broadcasts.getDraft, data))
export const saveBroadcastDraft = createServerFn({ method: 'POST' })
  .validator(sent(broadcasts.saveDraft))
  .handler(({ data }) => callApi(broadcasts.saveDraft, data))
export const getBroadcasts = createServerFn({ method: 'GET' })
  .validator(sent(broadcasts.list))
  .handler(({ data }) => callApi(broadcasts.list, data))
export const unsendBroadcast = createServerFn({ method: 'POST' })
  .validator(sent(broadcasts.unsend))
  .handler(({ data }) => callApi(broadcasts.unsend, data))
export const getAudiences = createServerFn({ method: 'GET' })
  .validator(sent(broadcasts.audiences))
  .handler(({ data }) => callApi(broadcasts.audiences, data))
export const getChannel = createServerFn({ method: 'GET' })
  .validator(sent(broadcasts.channel))
  .handler(({ data }) => callApi(broadcasts.channel, data))
export const setFrequency = createServerFn({ method: 'POST' })
  .validator(sent(broadcasts.setFrequency))
  .handler(({ data }) => callApi(broadcasts.setFrequency, data))

import { createServerFn } from '@tanstack/react-start'
import { requests } from '../../contract/requests.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getRequestsWithUser = createServerFn({ method: 'GET' })
  .validator(sent(requests.withUser))
  .handler(({ data }) => callApi(requests.withUser, data))
export const createRequest = createServerFn({ method: 'POST' })
  .validator(sent(requests.create))
  .handler(({ data }) => callApi(requests.create, data))
export const acceptRequest = createServerFn({ method: 'POST' })
  .validator(sent(requests.accept))
  .handler(({ data }) => callApi(requests.accept, data))
export const declineRequest = createServerFn({ method: 'POST' })
  .validator(sent(requests.decline))
  .handler(({ data }) => callApi(requests.decline, data))
export const deliverRequest = createServerFn({ method: 'POST' })
  .validator(sent(requests.deliver))
  .handler(({ data }) => callApi(requests.deliver, data))
export const withdrawRequest = createServerFn({ method: 'POST' })
  .validator(sent(requests.withdraw))
  .handler(({ data }) => callApi(requests.withdraw, data))
export const getRequestSettings = createServerFn({ method: 'GET' })
  .validator(sent(requests.settings))
  .handler(({ data }) => callApi(requests.settings, data))
export const setRequestSettings = createServerFn({ method: 'POST' })
  .validator(sent(requests.setSettings))
  .handler(({ data }) => callApi(requests.setSettings, data))

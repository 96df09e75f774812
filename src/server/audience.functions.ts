import { createServerFn } from '@tanstack/react-start'
import { audience } from '../../contract/audience.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getFans = createServerFn({ method: 'GET' })
  .validator(sent(audience.list))
  .handler(({ data }) => callApi(audience.list, data))
export const countFans = createServerFn({ method: 'GET' })
  .validator(sent(audience.count))
  .handler(({ data }) => callApi(audience.count, data))
export const getFanLists = createServerFn({ method: 'GET' })
  .validator(sent(audience.lists))
  .handler(({ data }) => callApi(audience.lists, data))
export const createFanList = createServerFn({ method: 'POST' })
  .validator(sent(audience.createList))
  .handler(({ data }) => callApi(audience.createList, data))
export const updateFanList = createServerFn({ method: 'POST' })
  .validator(sent(audience.updateList))
  .handler(({ data }) => callApi(audience.updateList, data))
export const removeFanList = createServerFn({ method: 'POST' })
  .validator(sent(audience.removeList))
  .handler(({ data }) => callApi(audience.removeList, data))
export const changeFans = createServerFn({ method: 'POST' })
  .validator(sent(audience.change))
  .handler(({ data }) => callApi(audience.change, data))

import { createServerFn } from '@tanstack/react-start'
import { captions } from '../../contract/captions.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getCaptions = createServerFn({ method: 'GET' })
  .validator(sent(captions.get))
  .handler(({ data }) => callApi(captions.get, data))
export const saveCaptions = createServerFn({ method: 'POST' })
  .validator(sent(captions.save))
  .handler(({ data }) => callApi(captions.save, data))
export const removeCaptions = createServerFn({ method: 'POST' })
  .validator(sent(captions.remove))
  .handler(({ data }) => callApi(captions.remove, data))

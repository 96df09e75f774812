import { createServerFn } from '@tanstack/react-start'
import { discovery } from '../../contract/discovery.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getSuggestions = createServerFn({ method: 'GET' })
  .validator(sent(discovery.suggestions))
  .handler(({ data }) => callApi(discovery.suggestions, data))

export const getSimilar = createServerFn({ method: 'GET' })
  .validator(sent(discovery.similar))
  .handler(({ data }) => callApi(discovery.similar, data))

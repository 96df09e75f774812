import { createServerFn } from '@tanstack/react-start'
import { search } from '../../contract/search.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getSearch = createServerFn({ method: 'GET' })
  .validator(sent(search.search))
  .handler(({ data }) => callApi(search.search, data))

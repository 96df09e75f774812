import { createServerFn } from '@tanstack/react-start'
import { search } from '../../contract/search.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getSearchResults = createServerFn({ method: 'GET' })
  .validator(sent(search.results))
  .handler(({ data }) => callApi(search.results, data))

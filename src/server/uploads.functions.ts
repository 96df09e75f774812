import { createServerFn } from '@tanstack/react-start'
import { uploads } from '../../contract/uploads.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getUsage = createServerFn({ method: 'GET' })
  .validator(sent(uploads.usage))
  .handler(({ data }) => callApi(uploads.usage, data))

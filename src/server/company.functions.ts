import { createServerFn } from '@tanstack/react-start'
import { company } from '../../contract/company.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getCompany = createServerFn({ method: 'GET' })
  .validator(sent(company.get))
  .handler(({ data }) => callApi(company.get, data))

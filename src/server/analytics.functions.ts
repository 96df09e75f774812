import { createServerFn } from '@tanstack/react-start'
import { analytics } from '../../contract/analytics.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getAnalytics = createServerFn({ method: 'GET' })
  .validator(sent(analytics.get))
  .handler(({ data }) => callApi(analytics.get, data))

export const getCohorts = createServerFn({ method: 'GET' })
  .validator(sent(analytics.cohorts))
  .handler(({ data }) => callApi(analytics.cohorts, data))

export const getSold = createServerFn({ method: 'GET' })
  .validator(sent(analytics.sold))
  .handler(({ data }) => callApi(analytics.sold, data))

import { createServerFn } from '@tanstack/react-start'
import { trackingLinks } from '../../contract/tracking-links.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getTrackingLinks = createServerFn({ method: 'GET' })
  .validator(sent(trackingLinks.list))
  .handler(({ data }) => callApi(trackingLinks.list, data))
export const getTrackingLink = createServerFn({ method: 'GET' })
  .validator(sent(trackingLinks.get))
  .handler(({ data }) => callApi(trackingLinks.get, data))
export const createTrackingLink = createServerFn({ method: 'POST' })
  .validator(sent(trackingLinks.create))
  .handler(({ data }) => callApi(trackingLinks.create, data))
export const updateTrackingLink = createServerFn({ method: 'POST' })
  .validator(sent(trackingLinks.update))
  .handler(({ data }) => callApi(trackingLinks.update, data))

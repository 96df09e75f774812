import { createServerFn } from '@tanstack/react-start'
import { profile } from '../../contract/profile.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getProfile = createServerFn({ method: 'GET' })
  .validator(sent(profile.get))
  .handler(({ data }) => callApi(profile.get, data))
export const updateProfile = createServerFn({ method: 'POST' })
  .validator(sent(profile.update))
  .handler(({ data }) => callApi(profile.update, data))

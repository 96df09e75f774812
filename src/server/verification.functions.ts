import { createServerFn } from '@tanstack/react-start'
import { verification } from '../../contract/verification.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getVerification = createServerFn({ method: 'GET' })
  .validator(sent(verification.get))
  .handler(({ data }) => callApi(verification.get, data))
export const initVerification = createServerFn({ method: 'POST' })
  .validator(sent(verification.init))
  .handler(({ data }) => callApi(verification.init, data))
export const submitVerification = createServerFn({ method: 'POST' })
  .validator(sent(verification.submit))
  .handler(({ data }) => callApi(verification.submit, data))

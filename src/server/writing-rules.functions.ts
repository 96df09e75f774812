import { createServerFn } from '@tanstack/react-start'
import { writingRules } from '../../contract/writing-rules.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getWritingRules = createServerFn({ method: 'GET' })
  .validator(sent(writingRules.ofAgency))
  .handler(({ data }) => callApi(writingRules.ofAgency, data))
export const changeWritingRules = createServerFn({ method: 'POST' })
  .validator(sent(writingRules.change))
  .handler(({ data }) => callApi(writingRules.change, data))
export const getRulesWhileActing = createServerFn({ method: 'GET' })
  .validator(sent(writingRules.whileActing))
  .handler(({ data }) => callApi(writingRules.whileActing, data))

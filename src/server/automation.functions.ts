import { createServerFn } from '@tanstack/react-start'
import { automation } from '../../contract/automation.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getAutomations = createServerFn({ method: 'GET' })
  .validator(sent(automation.list))
  .handler(({ data }) => callApi(automation.list, data))
export const createAutomation = createServerFn({ method: 'POST' })
  .validator(sent(automation.create))
  .handler(({ data }) => callApi(automation.create, data))
export const updateAutomation = createServerFn({ method: 'POST' })
  .validator(sent(automation.update))
  .handler(({ data }) => callApi(automation.update, data))
export const switchAutomation = createServerFn({ method: 'POST' })
  .validator(sent(automation.switch))
  .handler(({ data }) => callApi(automation.switch, data))
export const removeAutomation = createServerFn({ method: 'POST' })
  .validator(sent(automation.remove))
  .handler(({ data }) => callApi(automation.remove, data))
export const dryRunAutomation = createServerFn({ method: 'POST' })
  .validator(sent(automation.dryRun))
  .handler(({ data }) => callApi(automation.dryRun, data))
export const getAutomationLog = createServerFn({ method: 'GET' })
  .validator(sent(automation.log))
  .handler(({ data }) => callApi(automation.log, data))

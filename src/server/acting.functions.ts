import { createServerFn } from '@tanstack/react-start'
import { acting, teamDesk } from '../../contract/acting.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getActingStatus = createServerFn({ method: 'GET' })
  .validator(sent(acting.status))
  .handler(({ data }) => callApi(acting.status, data))
export const startActing = createServerFn({ method: 'POST' })
  .validator(sent(acting.start))
  .handler(({ data }) => callApi(acting.start, data))
export const stopActing = createServerFn({ method: 'POST' })
  .validator(sent(acting.stop))
  .handler(({ data }) => callApi(acting.stop, data))
export const getTeamInbox = createServerFn({ method: 'GET' })
  .validator(sent(teamDesk.inbox))
  .handler(({ data }) => callApi(teamDesk.inbox, data))
export const claimConversation = createServerFn({ method: 'POST' })
  .validator(sent(teamDesk.claim))
  .handler(({ data }) => callApi(teamDesk.claim, data))

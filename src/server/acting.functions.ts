import { createServerFn } from '@tanstack/react-start'
import { acting, teamInbox } from '../../contract/acting.ts'
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
  .validator(sent(teamInbox.inbox))
  .handler(({ data }) => callApi(teamInbox.inbox, data))
export const claimConversation = createServerFn({ method: 'POST' })
  .validator(sent(teamInbox.claim))
  .handler(({ data }) => callApi(teamInbox.claim, data))

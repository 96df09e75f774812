import { createServerFn } from '@tanstack/react-start'
import { teamRequests } from '../../contract/team-requests.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const acceptForCreator = createServerFn({ method: 'POST' })
  .validator(sent(teamRequests.accept))
  .handler(({ data }) => callApi(teamRequests.accept, data))
export const declineForCreator = createServerFn({ method: 'POST' })
  .validator(sent(teamRequests.decline))
  .handler(({ data }) => callApi(teamRequests.decline, data))
export const deliverForCreator = createServerFn({ method: 'POST' })
  .validator(sent(teamRequests.deliver))
  .handler(({ data }) => callApi(teamRequests.deliver, data))

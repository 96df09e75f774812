import { createServerFn } from '@tanstack/react-start'
import { teamInbox } from '../../contract/team-inbox.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getTeamInbox = createServerFn({ method: 'GET' })
  .validator(sent(teamInbox.inbox))
  .handler(({ data }) => callApi(teamInbox.inbox, data))
export const getTeamCreators = createServerFn({ method: 'GET' })
  .validator(sent(teamInbox.creators))
  .handler(({ data }) => callApi(teamInbox.creators, data))
export const claimConversation = createServerFn({ method: 'POST' })
  .validator(sent(teamInbox.claim))
  .handler(({ data }) => callApi(teamInbox.claim, data))
export const getTeamConversation = createServerFn({ method: 'GET' })
  .validator(sent(teamInbox.conversation))
  .handler(({ data }) => callApi(teamInbox.conversation, data))
export const sendFromTeam = createServerFn({ method: 'POST' })
  .validator(sent(teamInbox.send))
  .handler(({ data }) => callApi(teamInbox.send, data))
export const readTeamConversation = createServerFn({ method: 'POST' })
  .validator(sent(teamInbox.read))
  .handler(({ data }) => callApi(teamInbox.read, data))
export const getTeamReplies = createServerFn({ method: 'GET' })
  .validator(sent(teamInbox.replies))
  .handler(({ data }) => callApi(teamInbox.replies, data))

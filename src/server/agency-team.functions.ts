import { createServerFn } from '@tanstack/react-start'
import { agencyTeam } from '../../contract/agency-team.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getAgencyMembers = createServerFn({ method: 'GET' })
  .validator(sent(agencyTeam.members))
  .handler(({ data }) => callApi(agencyTeam.members, data))
export const getAgencyCreators = createServerFn({ method: 'GET' })
  .validator(sent(agencyTeam.creators))
  .handler(({ data }) => callApi(agencyTeam.creators, data))
export const getGrants = createServerFn({ method: 'GET' })
  .validator(sent(agencyTeam.grants))
  .handler(({ data }) => callApi(agencyTeam.grants, data))
export const putGrants = createServerFn({ method: 'POST' })
  .validator(sent(agencyTeam.putGrants))
  .handler(({ data }) => callApi(agencyTeam.putGrants, data))

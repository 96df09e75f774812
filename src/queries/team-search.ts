import { messagesPage } from '../../contract/limits.ts'
import { aroundQuery, foundQueryOf, type Place } from './history.ts'
import { targetOf } from './on-behalf.ts'
import { loadOnCall } from './server-functions.ts'
import { type TeamPlace, teamInboxKeys } from './team-inbox.ts'

const server = loadOnCall(() => import('../server/team-inbox.functions.ts'))

/** The messages of a conversation of the team inbox that hold a text. */
export const teamFoundQuery = (place: TeamPlace, q: string) =>
  foundQueryOf(teamInboxKeys.found(place), q, (cursor) =>
    server((api) => api.findTeamMessages({ data: { ...targetOf(place), fan_id: place.fanId, q, cursor } })),
  )

/** Those around a place in it. */
export const teamPlaceQuery = (place: TeamPlace, around: Place | null) =>
  aroundQuery(teamInboxKeys.around(place), around, (from) =>
    server((api) =>
      api.getTeamMessages({ data: { ...targetOf(place), fan_id: place.fanId, ...from, limit: messagesPage } }),
    ),
  )

import { int, jsonb, records, statement, text, uuid, uuids } from '../db/statement.ts'

const payload = jsonb<Record<string, unknown>>()
const eventTypes = { id: uuid, user_id: uuid, type: text, payload }

export const insertEvents = statement(
  'live_record',
  { events: records(eventTypes) },
  {},
  ({ events }) => `insert into live_events (id, user_id, type, payload) select * from ${events.as('e')}`,
)

/** Ids are ordered by time: `since` is the lowest id of a moment. */
export const eventsSince = statement(
  'live_since',
  { users: uuids, since: uuid, limit: int },
  eventTypes,
  ({ users, since, limit }) => `
    select id, user_id, type, payload from live_events
    where user_id = any(${users}) and id >= ${since} order by id limit ${limit}`,
)

export const forgottenAtOnce = 20_000
export const forgetOldEvents = statement(
  'live_forget',
  {},
  { gone: int },
  () => `
    with gone as (
      delete from live_events where (user_id, id) in (
        select user_id, id from live_events where created_at < now() - interval '1 day' order by created_at limit ${forgottenAtOnce})
      returning 1
    ) select count(*)::int as gone from gone`,
)

/** Which of these sessions have not ended and do not act under a grant. */
export const liveSessions = statement(
  'live_sessions',
  { sessions: uuids },
  { id: uuid },
  ({ sessions }) => `
    select s.id from sessions s join users u on u.id = s.user_id and u.deleted_at is null
    where s.id = any(${sessions}) and s.expires_at > now() and s.acting_grant_id is null`,
)

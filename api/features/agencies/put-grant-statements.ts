import { flags } from '../../../contract/endpoint.ts'
import { cappedFlags, flagTypes, grantStands, grantTables } from '../../identity/grants.ts'
import { shiftColumns, shiftTypes } from '../../identity/shifts.ts'
import { bool, orNull, records, statement, text, timestamptz, uuid, uuids } from '../../platform/db/statement.ts'
import { contentParameters, notificationParts } from '../notifications/statements.ts'
import { endedByCreator, grantTypes } from './grant-statements.ts'

/** What sets grants, one or many in as many statements; what reads and ends them is in `grant-statements.ts`. */

export const lockMembers = statement(
  'agencies_lock_members',
  { agency: uuid, members: uuids },
  { id: uuid, user_id: uuid },
  ({ agency, members }) => `
    select m.id, m.user_id from agency_members m
    where m.agency_id = ${agency} and m.id = any(${members}) and m.ended_at is null order by m.id for update of m`,
)

/** Locks the links, so that a concurrently lowered ceiling is either seen here or sees the new grants. */
export const lockActiveLinks = statement(
  'agencies_active_links',
  { agency: uuid, links: uuids },
  { id: uuid, user_id: uuid, ...flagTypes },
  ({ agency, links }) => `
    select id, user_id, ${flags.join(', ')} from agency_creators
    where agency_id = ${agency} and id = any(${links}) and status = 'active' order by id for update`,
)

/** Of these operators and links those whose creator, unless it is the viewer, has ended the access and not allowed it again. */
export const findEndedByCreators = statement(
  'agencies_ended_by_creators',
  { links: uuids, operators: uuids, viewer: uuid },
  { link_id: uuid, operator_id: uuid },
  ({ links, operators, viewer }) => `
    select distinct g.creator_link_id as link_id, m.user_id as operator_id from agency_grants g
    join agency_members m on m.id = g.member_id join agency_creators l on l.id = g.creator_link_id
    where g.creator_link_id = any(${links}) and m.user_id = any(${operators}) and l.user_id <> ${viewer}
      and ${endedByCreator}`,
)

export const readGrantsOfPairs = statement(
  'agencies_grants_of_pairs',
  { members: uuids, links: uuids },
  grantTypes,
  ({ members, links }) => `
    select g.id, g.member_id, g.creator_link_id, g.until, ${shiftColumns}, ${cappedFlags} from ${grantTables}
    where g.member_id = any(${members}) and g.creator_link_id = any(${links}) and ${grantStands}`,
)

/** What a grant is set to. */
const wantedTypes = { until: orNull(timestamptz), ...shiftTypes, ...flagTypes }

/** Fails where the database does not know the time zone. */
export const showInZone = statement(
  'agencies_show_in_zone',
  { zone: text },
  { shown: text },
  ({ zone }) => `select (now() at time zone ${zone})::text as shown`,
)

/** Closes expired grants, so that a session that acted under one stays ended. */
export const closeOldGrants = statement(
  'agencies_close_old_grants',
  { pairs: records({ member_id: uuid, link_id: uuid }), by: uuid },
  {},
  ({ pairs, by }) => `
    update agency_grants g set revoked_at = now(), revoked_by = ${by} from ${pairs.as('p')}
    where g.member_id = p.member_id and g.creator_link_id = p.link_id and g.revoked_at is null`,
)

export const insertGrants = statement(
  'agencies_insert_grants',
  { agency: uuid, grants: records({ id: uuid, member_id: uuid, link_id: uuid, ...wantedTypes }) },
  {},
  ({ agency, grants }) => `
    insert into agency_grants (id, agency_id, member_id, creator_link_id, ${flags.join(', ')}, until, shifts, shift_zone)
    select p.id, ${agency}, p.member_id, p.link_id, ${flags.map((flag) => `p.${flag}`).join(', ')}, p.until,
      p.shifts::int4multirange, p.shift_zone
    from ${grants.as('p')}`,
)

export const changeGrants = statement(
  'agencies_change_grants',
  { grants: records({ id: uuid, reduced: bool, ...wantedTypes }) },
  {},
  ({ grants }) => `
    update agency_grants g set ${flags.map((flag) => `${flag} = p.${flag}`).join(', ')}, until = p.until,
      shifts = p.shifts::int4multirange, shift_zone = p.shift_zone, reduced_at = case when p.reduced then now() else g.reduced_at end
    from ${grants.as('p')} where g.id = p.id`,
)

const { actor: _, ...content } = contentParameters

/** Notifies creators of operators who may act for them from now on; answers whom it reached. */
export const insertGrantNews = statement(
  'agencies_note_grants',
  { news: records({ user_id: uuid, actor_id: uuid, id: uuid, event_id: uuid }), ...content },
  { user_id: uuid, actor_id: uuid, id: uuid, event_id: uuid },
  ({ news, ...same }) => `with news as (
      select * from ${news.as('g')}
    ), ${notificationParts({ ...same, given: 'news g', id: 'g.id', user: 'g.user_id', event: 'g.event_id', actor: 'g.actor_id' }).trim()}
    select user_id, actor_id, id, event_id from wished`,
)

import { flags } from '../../../contract/endpoint.ts'
import { cappedFlags, flagTypes, grantStands, grantTables } from '../../identity/grants.ts'
import { onShiftSince, shiftColumns, shiftTypes } from '../../identity/shifts.ts'
import { beforeId } from '../../platform/db/keyset.ts'
import {
  bool,
  cursorValue,
  int,
  oneOf,
  orNull,
  type RowOf,
  records,
  statement,
  text,
  timestamptz,
  uuid,
  uuids,
} from '../../platform/db/statement.ts'

export const grantTypes = {
  id: uuid,
  member_id: uuid,
  creator_link_id: uuid,
  until: orNull(timestamptz),
  ...shiftTypes,
  ...flagTypes,
}
export type GrantRow = RowOf<typeof grantTypes>

/** The grants of one user in each of these agencies, on shift or not; a team's are read page by page. */
export const readOwnGrants = statement(
  'agencies_own_grants',
  { agencies: uuids, member: uuid },
  { agency_id: uuid, ...grantTypes },
  ({ agencies, member }) => `
    select x.* from unnest(${agencies}) as w (id)
    join agency_members me on me.agency_id = w.id and me.user_id = ${member} and me.ended_at is null
    cross join lateral (
      select g.agency_id, g.id, g.member_id, g.creator_link_id, g.until, ${shiftColumns}, ${cappedFlags} from ${grantTables}
      where g.member_id = me.id and g.agency_id = w.id and ${grantStands} order by g.id limit 500) x
    order by x.id`,
)

/** Ends the grants `g` of member `m` under link `l` that match the condition. */
const endWhere = (by: string, condition: string): string => `
    update agency_grants g set revoked_at = now(), revoked_by = ${by} from agency_members m, agency_creators l
    where m.id = g.member_id and l.id = g.creator_link_id and g.revoked_at is null and ${condition}
    returning g.id, g.agency_id, l.user_id as creator_user_id, m.user_id as operator_id`
const endedTypes = { id: uuid, agency_id: uuid, creator_user_id: uuid, operator_id: uuid }
export type EndedGrant = RowOf<typeof endedTypes>

export const endGrant = statement('agencies_end_grants_grant', { by: uuid, grant: uuid }, endedTypes, ({ by, grant }) =>
  endWhere(by, `g.id = ${grant}`),
)
export const endGrantsOfMember = statement(
  'agencies_end_grants_member',
  { by: uuid, member: uuid },
  endedTypes,
  ({ by, member }) => endWhere(by, `g.member_id = ${member}`),
)
export const endGrantsOfLink = statement(
  'agencies_end_grants_link',
  { by: uuid, link: uuid },
  endedTypes,
  ({ by, link }) => endWhere(by, `g.creator_link_id = ${link}`),
)
export const endGrantsOfAgency = statement(
  'agencies_end_grants_agency',
  { by: uuid, agency: uuid },
  endedTypes,
  ({ by, agency }) => endWhere(by, `g.agency_id = ${agency}`),
)
export const endGrantOfPair = statement(
  'agencies_end_grants_pair',
  { by: uuid, agency: uuid, member: uuid, link: uuid },
  endedTypes,
  ({ by, agency, member, link }) =>
    endWhere(by, `g.agency_id = ${agency} and g.member_id = ${member} and g.creator_link_id = ${link}`),
)
export const endGrantsBetween = statement(
  'agencies_end_grants_between',
  { by: uuid, creator: uuid, operator: uuid },
  endedTypes,
  ({ by, creator, operator }) => endWhere(by, `l.user_id = ${creator} and m.user_id = ${operator}`),
)

export const reduceGrantsToCeiling = statement(
  'agencies_reduce_grants',
  { link: uuid, ...flagTypes },
  { id: uuid },
  ({ link, ...ceiling }) => `
    update agency_grants set ${flags.map((flag) => `${flag} = ${flag} and ${ceiling[flag]}`).join(', ')}, reduced_at = now()
    where creator_link_id = ${link} and revoked_at is null
      and (${flags.map((flag) => `${flag} and not ${ceiling[flag]}`).join(' or ')})
    returning id`,
)

/** The operators who may act as a creator, on shift or not. */
export const readAccessTo = statement(
  'agencies_access_to',
  { creator: uuid, after: cursorValue(uuid), limit: int },
  {
    id: uuid,
    agency_id: uuid,
    agency_name: text,
    operator_id: uuid,
    until: orNull(timestamptz),
    ...shiftTypes,
    ...flagTypes,
    last_action_at: orNull(timestamptz),
    acting: bool,
  },
  ({ creator, after, limit }) => `
    select g.id, g.agency_id, a.name as agency_name, m.user_id as operator_id, g.until, ${shiftColumns}, ${cappedFlags},
      (select c.created_at from agency_audit_entries c
        where c.subject_id = ${creator} and c.grant_id = g.id and c.actor_id = m.user_id
        order by c.id desc limit 1) as last_action_at,
      exists (select 1 from sessions s where s.user_id = m.user_id and s.acting_grant_id = g.id and s.expires_at > now()
        and s.acting_since > now() - interval '8 hours' and ${onShiftSince('s.acting_since', 'now()')}) as acting
    from ${grantTables}
    where l.user_id = ${creator} and ${grantStands} and ${beforeId('g.id', after)}
    order by g.id desc limit ${limit}`,
)
export type AccessRow = RowOf<typeof readAccessTo>

export const findGrantOfCreator = statement(
  'agencies_grant_to_me',
  { grant: uuid, creator: uuid },
  { found: int },
  ({ grant, creator }) => `
    select 1 as found from agency_grants g join agency_creators l on l.id = g.creator_link_id
    where g.id = ${grant} and l.user_id = ${creator}`,
)

/** Whether a user is or was a member of a team of this creator. */
export const findTeamMember = statement(
  'agencies_of_team',
  { creator: uuid, user: uuid },
  { found: int },
  ({ creator, user }) => `
    select 1 as found from agency_creators l join agency_members m on m.agency_id = l.agency_id
    where l.user_id = ${creator} and m.user_id = ${user} limit 1`,
)

/** The audit log, which is append-only, says who scheduled it. */
const plannedIn = (kind: string, id: string, ...actions: string[]): string => `exists (
      select 1 from agency_audit_entries a where a.subject_id = o.creator_id and a.agency_id = o.agency_id
        and (o.operator_id is null or a.actor_id = o.operator_id)
        and a.object_kind = '${kind}' and a.object_id = ${id}::text
        and a.action in (${actions.map((action) => `'${action}'`).join(', ')}))`

/** Withdraws what agencies, or the one operator named, have scheduled for creators whom they may no longer act for. */
export const holdPlanned = statement(
  'agencies_hold_planned',
  { ended: records({ agency_id: uuid, creator_id: uuid, operator_id: orNull(uuid) }) },
  { agency_id: uuid, creator_id: uuid, kind: oneOf('post', 'broadcast', 'automation'), id: uuid },
  ({ ended }) => `
    with ended as (
      select * from ${ended.as('o')}
    ), drafted as (
      update posts p set published_at = null from ended o
      where p.author_id = o.creator_id and p.deleted_at is null and p.published_at > now()
        and ${plannedIn('post', 'p.id', 'posts.create', 'posts.update')}
      returning o.agency_id, o.creator_id, p.id
    ), unsent as (
      update broadcasts b set status = 'unsent', unsent_at = now() from ended o
      where b.sender_id = o.creator_id and b.status = 'scheduled'
        and ${plannedIn('broadcast', 'b.id', 'broadcasts.send', 'broadcasts.move')}
      returning o.agency_id, o.creator_id, b.id
    ), paused as (
      update broadcasts b set rest_at = null, winner = null from ended o
      where b.sender_id = o.creator_id and (b.status = 'comparing' or b.status = 'sending' and b.winner is null)
        and b.rest_at is not null and ${plannedIn('broadcast', 'b.id', 'broadcasts.send', 'broadcasts.move', 'broadcasts.rest')}
      returning o.agency_id, o.creator_id, b.id
    ), switched_off as (
      update automations t set enabled = false from ended o
      where t.creator_id = o.creator_id and t.enabled
        and ${plannedIn('automation', 't.id', 'automation.create', 'automation.update', 'automation.on')}
      returning o.agency_id, o.creator_id, t.id
    )
    select agency_id, creator_id, 'post' as kind, id from drafted
    union all select agency_id, creator_id, 'broadcast', id from unsent
    union all select agency_id, creator_id, 'broadcast', id from paused
    union all select agency_id, creator_id, 'automation', id from switched_off`,
)

/** Grants `g` of member `m` under link `l` that the creator has ended and not allowed again. */
export const endedByCreator = 'g.revoked_by = l.user_id and g.allowed_at is null'

/** One row for each operator and link: after the creator has ended a grant there is no other until they allow it. */
export const readEndedRows = statement(
  'agencies_ended_access',
  { creator: uuid, after: cursorValue(uuid), limit: int },
  { id: uuid, agency_id: uuid, agency_name: text, operator_id: uuid, ended_at: timestamptz },
  ({ creator, after, limit }) => `
    select g.id, g.agency_id, a.name as agency_name, m.user_id as operator_id, coalesce(g.revoked_at, now()) as ended_at
    from ${grantTables}
    where l.user_id = ${creator} and l.status = 'active' and ${endedByCreator}
      and ${beforeId('g.id', after)}
    order by g.id desc limit ${limit}`,
)

/** Allows the operator of this grant again, under its link; answers no row for a grant of another creator. */
export const allowAgain = statement(
  'agencies_allow_again',
  { grant: uuid, creator: uuid },
  { agency_id: uuid, operator_id: uuid },
  ({ grant, creator }) => `
    with named as (
      select g.creator_link_id, g.agency_id, m.user_id as operator_id from agency_grants g
      join agency_members m on m.id = g.member_id join agency_creators l on l.id = g.creator_link_id
      where g.id = ${grant} and l.user_id = ${creator}
    ), allowed as (
      update agency_grants g set allowed_at = now() from named n, agency_members m, agency_creators l
      where g.creator_link_id = n.creator_link_id and m.id = g.member_id and m.user_id = n.operator_id
        and l.id = g.creator_link_id and ${endedByCreator}
    )
    select agency_id, operator_id from named`,
)

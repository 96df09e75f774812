import type { Agency, MemberRole } from '../../../contract/agency-shapes.ts'
import { flags } from '../../../contract/endpoint.ts'
import { flagTypes } from '../../identity/grants.ts'
import { beforeId } from '../../platform/db/keyset.ts'
import {
  cursorValue,
  int,
  oneOf,
  orNull,
  type RowOf,
  statement,
  text,
  textOf,
  timestamptz,
  uuid,
  uuids,
} from '../../platform/db/statement.ts'
import { maySupervise, supervisionTables } from './supervision-sql.ts'

/**
 * Agencies, their members, creators and invitations; grants are in `grant-statements.ts`. An agency that is dissolved has
 * no member and no active link, so what is read through one need not ask for it.
 */

const role = textOf<MemberRole>()

// Agencies

export const countOwned = statement(
  'agencies_owned_by',
  { owner: uuid },
  { count: int },
  ({ owner }) => `
    select count(*)::int as count from agency_members
    where user_id = ${owner} and role = 'owner' and ended_at is null`,
)

/** The agencies of an owner, each with the membership that succeeds them, locked so that its member does not leave meanwhile. */
export const ownedWithSuccessor = statement(
  'agencies_owned_with_successor',
  { owner: uuid },
  { agency_id: uuid, successor: orNull(uuid) },
  ({ owner }) => `
    select m.agency_id, (select h.id from agency_members h join users u on u.id = h.user_id and u.deleted_at is null
      where h.agency_id = m.agency_id and h.role = 'admin' and h.ended_at is null order by h.id limit 1
      for update of h) as successor
    from agency_members m
    where m.user_id = ${owner} and m.role = 'owner' and m.ended_at is null`,
)

export const updateAgencyRow = statement(
  'agencies_rename',
  { agency: uuid, name: text },
  {},
  ({ agency, name }) => `update agencies set name = ${name} where id = ${agency}`,
)

export const dissolve = statement(
  'agencies_dissolve',
  { agency: uuid },
  {},
  ({ agency }) => `update agencies set dissolved_at = now() where id = ${agency}`,
)

export const agenciesOfMember = statement(
  'agencies_mine',
  { member: uuid, after: cursorValue(uuid), limit: int },
  { id: uuid },
  ({ member, after, limit }) => `
    select agency_id as id from agency_members
    where user_id = ${member} and ended_at is null and ${beforeId('agency_id', after)}
    order by agency_id desc limit ${limit}`,
)

export const readHeads = statement(
  'agencies_heads',
  { agencies: uuids, member: uuid },
  { id: uuid, name: text, role: textOf<Agency['role']>(), member_id: uuid },
  ({ agencies, member }) => `
    select a.id, a.name, m.role, m.id as member_id from agencies a
    join agency_members m on m.agency_id = a.id and m.user_id = ${member} and m.ended_at is null
    where a.id = any(${agencies}) order by a.id desc`,
)

// Members

/** The membership `m` of an agency. */
const memberOfAgency = (agency: string): string => `
    select m.id, m.user_id, m.role, a.name as agency_name
    from agency_members m join agencies a on a.id = m.agency_id
    where m.agency_id = ${agency} and m.ended_at is null`
const memberTypes = { id: uuid, user_id: uuid, role, agency_name: text }
export type Member = RowOf<typeof memberTypes>

export const readMember = statement(
  'agencies_member_of',
  { agency: uuid, user: uuid },
  memberTypes,
  ({ agency, user }) => `${memberOfAgency(agency)} and m.user_id = ${user}`,
)
export const lockMemberOfUser = statement(
  'agencies_lock_member_of_user',
  { agency: uuid, user: uuid },
  memberTypes,
  ({ agency, user }) => `${memberOfAgency(agency)} and m.user_id = ${user} for update of m`,
)
export const lockMember = statement(
  'agencies_lock_member',
  { agency: uuid, member: uuid },
  memberTypes,
  ({ agency, member }) => `${memberOfAgency(agency)} and m.id = ${member} for update of m`,
)

export const readManagers = statement(
  'agencies_managers',
  { agency: uuid },
  { user_id: uuid },
  ({ agency }) =>
    `select user_id from agency_members where agency_id = ${agency} and ended_at is null and role in ('owner', 'admin')`,
)

export const readMembers = statement(
  'agencies_members',
  { agencies: uuids },
  { agency_id: uuid, id: uuid, user_id: uuid, role },
  ({ agencies }) => `
    select x.* from unnest(${agencies}) as w (id) cross join lateral (
      select agency_id, id, user_id, role from agency_members where agency_id = w.id and ended_at is null
      order by array_position(array['owner', 'admin', 'supervisor', 'operator'], role), id limit 500) x
    order by array_position(array['owner', 'admin', 'supervisor', 'operator'], x.role), x.id`,
)

export const findMember = statement(
  'agencies_is_member',
  { agency: uuid, user: uuid },
  { found: int },
  ({ agency, user }) =>
    `select 1 as found from agency_members where agency_id = ${agency} and user_id = ${user} and ended_at is null`,
)

export const setRole = statement(
  'agencies_set_role',
  { member: uuid, role },
  {},
  ({ member, role }) => `update agency_members set role = ${role} where id = ${member} and ended_at is null`,
)

export const endMember = statement(
  'agencies_end_member',
  { member: uuid },
  {},
  ({ member }) => `update agency_members set ended_at = now() where id = ${member} and ended_at is null`,
)
export const endMembers = statement(
  'agencies_end_members',
  { agency: uuid },
  {},
  ({ agency }) => `update agency_members set ended_at = now() where agency_id = ${agency} and ended_at is null`,
)

// Links to creators

export const readCreators = statement(
  'agencies_creators',
  { agencies: uuids },
  { agency_id: uuid, id: uuid, user_id: uuid, status: oneOf('invited', 'active'), ...flagTypes },
  ({ agencies }) => `
    select x.* from unnest(${agencies}) as w (id) cross join lateral (
      select agency_id, id, user_id, status, ${flags.join(', ')}
      from agency_creators where agency_id = w.id and status <> 'ended' order by id limit 500) x order by x.id`,
)

export const findCreator = statement(
  'agencies_is_creator',
  { agency: uuid, user: uuid },
  { found: int },
  ({ agency, user }) =>
    `select 1 as found from agency_creators where agency_id = ${agency} and user_id = ${user} and ended_at is null`,
)

/** The creators whose ceiling lets the agency chat. */
export const creatorsWithChat = statement(
  'agencies_creators_with_chat',
  { agency: uuid },
  { user_id: uuid },
  ({ agency }) => `
    select user_id from agency_creators where agency_id = ${agency} and status = 'active' and can_chat order by id`,
)

/** The links of a creator, or the one named, with the first of those who may read conversations as supervisors. */
export const readLinksOfCreator = statement(
  'agencies_links_of',
  { creator: uuid, link: orNull(uuid), after: cursorValue(uuid), limit: int },
  { id: uuid, agency_id: uuid, agency_name: text, created_at: timestamptz, supervisors: uuids, ...flagTypes },
  ({ creator, link, after, limit }) => `
    select own.id, own.agency_id, b.name as agency_name, own.created_at, ${flags.map((flag) => `own.${flag}`).join(', ')},
      array(select m.user_id from ${supervisionTables}
        where l.id = own.id and m.user_id <> own.user_id and ${maySupervise} order by m.id limit 20) as supervisors
    from agency_creators own join agencies b on b.id = own.agency_id
    where own.user_id = ${creator} and own.status = 'active' and (${link} is null or own.id = ${link})
      and ${beforeId('own.id', after)} order by own.id desc limit ${limit}`,
)
export type LinkRow = RowOf<typeof readLinksOfCreator>

export const changeCeiling = statement(
  'agencies_change_ceiling',
  { link: uuid, creator: uuid, ...flagTypes },
  { agency_id: uuid },
  ({ link, creator, ...ceiling }) => `
    update agency_creators set ${flags.map((flag) => `${flag} = ${ceiling[flag]}`).join(', ')}
    where id = ${link} and user_id = ${creator} and status = 'active' returning agency_id`,
)

export const openLink = statement(
  'agencies_open_link',
  { link: uuid, ...flagTypes },
  {},
  ({ link, ...ceiling }) => `
    update agency_creators set status = 'active', ${flags.map((flag) => `${flag} = ${ceiling[flag]}`).join(', ')}
    where id = ${link} and status = 'invited'`,
)

/** Ends a link of `agency`, also a pending one; or of `creator`, who declines a pending one instead. */
export const endLinkRow = statement(
  'agencies_end_link',
  { link: uuid, agency: orNull(uuid), creator: orNull(uuid) },
  { user_id: uuid, agency_id: uuid },
  ({ link, agency, creator }) => `
    update agency_creators set status = 'ended', ended_at = now()
    where id = ${link} and ended_at is null and (${agency} is null or agency_id = ${agency})
      and (${creator} is null or (user_id = ${creator} and status = 'active'))
    returning user_id, agency_id`,
)
export const endInvitedLink = statement(
  'agencies_end_invited',
  { link: uuid },
  {},
  ({ link }) =>
    `update agency_creators set status = 'ended', ended_at = now() where id = ${link} and status = 'invited'`,
)
export const endLinksOfAgency = statement(
  'agencies_end_creators',
  { agency: uuid },
  { user_id: uuid },
  ({ agency }) => `
    update agency_creators set status = 'ended', ended_at = now()
    where agency_id = ${agency} and ended_at is null returning user_id`,
)

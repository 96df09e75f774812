import type { MemberRole } from '../../../contract/agency-shapes.ts'
import { flags } from '../../../contract/endpoint.ts'
import { cappedFlags, flagTypes, grantStands } from '../../identity/grants.ts'
import { shiftColumns, shiftTypes } from '../../identity/shifts.ts'
import { isNamed } from '../../people/named.ts'
import { noId } from '../../platform/db/ids.ts'
import { afterId } from '../../platform/db/keyset.ts'
import {
  bool,
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

/** The lists of an agency that may be long, page by page: its team, its creators, and every pair of the two. */

const roleRank = `array_position(array['owner', 'admin', 'supervisor', 'operator'], m.role)`
/** SQL: the link with a creator at which a page begins. */
const fromLink = (link: string) => `coalesce(${link}, '${noId}')`
/** SQL: this user is named so; everyone is without a pattern. */
const isMeant = (user: string, pattern: string) => `(${pattern} is null or ${isNamed(user, pattern)})`

export const membersPage = statement(
  'agencies_members_page',
  { agency: uuid, search: orNull(text), rank: cursorValue(int), after: cursorValue(uuid), limit: int },
  { id: uuid, user_id: uuid, role: textOf<MemberRole>(), rank: int },
  ({ agency, search, rank, after, limit }) => `
    select m.id, m.user_id, m.role, ${roleRank} as rank from agency_members m
    where m.agency_id = ${agency} and m.ended_at is null and ${isMeant('m.user_id', search)}
      and (${after} is null or (${roleRank}, m.id) > (${rank}, ${after}))
    order by ${roleRank}, m.id limit ${limit}`,
)

const creatorTypes = { id: uuid, user_id: uuid, status: oneOf('invited', 'active'), ...flagTypes }
export type CreatorRow = RowOf<typeof creatorTypes>

export const creatorsPage = statement(
  'agencies_creators_page',
  { agency: uuid, search: orNull(text), after: cursorValue(uuid), limit: int },
  creatorTypes,
  ({ agency, search, after, limit }) => `
    select l.id, l.user_id, l.status, ${flags.map((flag) => `l.${flag}`).join(', ')} from agency_creators l
    where l.agency_id = ${agency} and l.ended_at is null and ${isMeant('l.user_id', search)}
      and ${afterId('l.id', after)}
    order by l.id limit ${limit}`,
)

export const creatorsOfPairs = statement(
  'agencies_creators_of_pairs',
  { links: uuids },
  creatorTypes,
  ({ links }) => `
    select id, user_id, status, ${flags.join(', ')} from agency_creators where id = any(${links}) and status <> 'ended'`,
)

const flagsOfGrant = {
  can_chat: orNull(bool),
  can_payment: orNull(bool),
  can_medias: orNull(bool),
  can_profile: orNull(bool),
  can_social: orNull(bool),
  show_in_analytics: orNull(bool),
} satisfies Record<keyof typeof flagTypes, unknown>

/**
 * A page of the pairs of a creator and a member, of one member where `own` is given. Each creator's members are walked
 * along their index and cut, so that a page costs rows times the creators before it is full.
 */
export const pairsPage = statement(
  'agencies_pairs_page',
  {
    agency: uuid,
    own: orNull(uuid),
    creator: orNull(text),
    member: orNull(text),
    given: bool,
    link: cursorValue(uuid),
    after: cursorValue(uuid),
    limit: int,
  },
  {
    creator_link_id: uuid,
    creator_id: uuid,
    member_id: uuid,
    operator_id: uuid,
    role: textOf<MemberRole>(),
    id: orNull(uuid),
    until: orNull(timestamptz),
    ...shiftTypes,
    ...flagsOfGrant,
  },
  ({ agency, own, creator, member, given, link, after, limit }) => `
    with named as materialized (
      select m.* from agency_members m where m.agency_id = ${agency} and m.ended_at is null
        and (${own} is null or m.id = ${own}) and ${isMeant('m.user_id', member)} order by m.id
    )
    select l.id as creator_link_id, l.user_id as creator_id, p.* from agencies a
    join agency_creators l on l.agency_id = a.id
    cross join lateral (
      select m.id as member_id, m.user_id as operator_id, m.role, g.id, g.until, ${shiftColumns}, ${cappedFlags}
      from named m
      left join agency_grants g on g.member_id = m.id and g.creator_link_id = l.id and ${grantStands}
      where m.user_id <> l.user_id and (not ${given} or g.id is not null)
        and (l.id > ${fromLink(link)} or m.id > ${after})
      order by m.id limit ${limit}) p
    where a.id = ${agency} and l.status <> 'invited' and l.ended_at is null and l.id >= ${fromLink(link)}
      and ${isMeant('l.user_id', creator)}
    order by l.id, p.member_id limit ${limit}`,
)
export type PairRow = RowOf<typeof pairsPage>

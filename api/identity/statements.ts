import { sessionDays } from '../../contract/limits.ts'
import { blocks } from '../platform/db/rules.ts'
import {
  bool,
  int,
  oneOf,
  orNull,
  type RowOf,
  statement,
  text,
  texts,
  timestamptz,
  uuid,
} from '../platform/db/statement.ts'
import { cappedFlags, flagTypes, grantStands, grantTables } from './grants.ts'
import { onShift, onShiftSince, shiftColumns, shiftTypes } from './shifts.ts'

// Sessions

const maybeBool = orNull(bool)

/**
 * The ceiling of the creator caps every flag of the grant (product §33). `offset 0` keeps the plan per session, so that
 * a batch is planned like one.
 */
export const readSessions = statement(
  'viewer_by_session',
  { hashes: texts },
  {
    hash: text,
    session_id: uuid,
    signed_in_at: timestamptz,
    is_stale: bool,
    acting_since: orNull(timestamptz),
    grant_id: orNull(uuid),
    user_id: uuid,
    username: orNull(text),
    locale: oneOf('en', 'fr'),
    role: oneOf('user', 'staff'),
    is_creator: bool,
    email_verified: bool,
    has_second_factor: bool,
    onboarded: bool,
    agency_id: orNull(uuid),
    target_id: orNull(uuid),
    target_username: orNull(text),
    target_is_creator: maybeBool,
    grant_active: maybeBool,
    can_chat: maybeBool,
    can_payment: maybeBool,
    can_medias: maybeBool,
    can_profile: maybeBool,
    can_social: maybeBool,
    show_in_analytics: maybeBool,
    reduced: maybeBool,
    restricted_words: orNull(texts),
    asks_above_cents: orNull(int),
  },
  ({ hashes }) => `
    select h.hash, v.* from unnest(${hashes}) as h (hash) cross join lateral (
    select s.id as session_id, coalesce(s.confirmed_at, s.created_at) as signed_in_at,
      s.updated_at < now() - interval '10 minutes' as is_stale, s.acting_since, s.acting_grant_id as grant_id,
      u.id as user_id, u.username, u.locale, u.role, u.is_creator, u.email_verified,
      u.two_factor_enabled as has_second_factor,
      u.username is not null and u.birthdate is not null as onboarded,
      g.agency_id, t.id as target_id, t.username as target_username, t.is_creator as target_is_creator,
      ${grantStands} and m.id is not null and ${onShiftSince('s.acting_since', 'now()')}
        and not ${blocks('t.id', 'u.id')} as grant_active,
      ${cappedFlags},
      g.reduced_at > s.acting_since as reduced, a.restricted_words, a.asks_above_cents
    from sessions s
    join users u on u.id = s.user_id and u.deleted_at is null
    left join agency_grants g on g.id = s.acting_grant_id
    left join agency_members m on m.id = g.member_id and m.user_id = u.id
    left join agency_creators l on l.id = g.creator_link_id
    left join agencies a on a.id = g.agency_id
    left join users t on t.id = l.user_id and t.deleted_at is null
    where s.token = h.hash and s.expires_at > now() and s.updated_at > now() - interval '${sessionDays.idle} days'
    offset 0) v`,
)
export type SessionRow = RowOf<typeof readSessions>

export const touchSession = statement(
  'viewer_touch_session',
  { session: uuid },
  {},
  ({ session }) => `update sessions set updated_at = now() where id = ${session}`,
)

/** Whether the session is there. Asked after `endActingSession`, which has found it if it acts. */
export const findPlainSession = statement(
  'acting_plain_session',
  { token: text },
  { found: int },
  ({ token }) => `select 1 as found from sessions where token = ${token} and expires_at > now()`,
)

// Acting as a creator

/** The oldest grant of an operator on a creator, in one agency when it is named; one that is on shift comes first. */
export const readHeldGrant = statement(
  'acting_held_grant',
  { operator: uuid, creator: uuid, agency: orNull(uuid) },
  { id: uuid, agency_id: uuid, is_on: bool, ...shiftTypes, ...flagTypes },
  ({ operator, creator, agency }) => `
    select g.id, g.agency_id, ${onShift('now()')} as is_on, ${shiftColumns}, ${cappedFlags} from ${grantTables}
    where m.user_id = ${operator} and l.user_id = ${creator} and ${grantStands}
      and (${agency} is null or g.agency_id = ${agency})
      and not ${blocks('l.user_id', 'm.user_id')}
    order by is_on desc, g.id limit 1`,
)

/**
 * Only for a session that still has the id and the token it came with. Acting gives it new ones, so of concurrent calls
 * one wins, and acting does not nest.
 */
export const beginActingSession = statement(
  'acting_begin',
  { session: uuid, token: text, newToken: text, grant: uuid, newSession: uuid },
  { expires_at: timestamptz },
  ({ session, token, newToken, grant, newSession }) => `
    update sessions set id = ${newSession}, token = ${newToken}, acting_grant_id = ${grant}, acting_since = now(),
      updated_at = now()
    where id = ${session} and token = ${token} returning expires_at`,
)

export const endActingSession = statement(
  'acting_end',
  { token: text, newToken: text, newSession: uuid },
  {
    session_id: uuid,
    user_id: uuid,
    expires_at: timestamptz,
    grant_id: orNull(uuid),
    agency_id: orNull(uuid),
    target_id: orNull(uuid),
  },
  ({ token, newToken, newSession }) => `
    with s as (
      select id, user_id, acting_grant_id, expires_at from sessions
      where token = ${token} and acting_grant_id is not null and expires_at > now() for update
    ), changed as (
      update sessions set id = ${newSession}, token = ${newToken}, acting_grant_id = null, acting_since = null,
        updated_at = now()
      from s where sessions.id = s.id returning s.id
    )
    select s.id as session_id, s.user_id, s.expires_at, s.acting_grant_id as grant_id, g.agency_id, l.user_id as target_id
    from s join changed on changed.id = s.id
    left join agency_grants g on g.id = s.acting_grant_id left join agency_creators l on l.id = g.creator_link_id`,
)
export type EndedActing = RowOf<typeof endActingSession>

/** A web push subscription follows the session to its new id. */
export const movePush = statement(
  'acting_move_push',
  { session: uuid, newSession: uuid },
  {},
  ({ session, newSession }) => `update push_subscriptions set session_id = ${newSession} where session_id = ${session}`,
  { scans: { push_subscriptions: 'small beside the sessions, and moved only when acting begins or ends' } },
)

// Accounts

/** Records the device, and answers whether it and others were known within a year. */
export const recordDevice = statement(
  'auth_note_device',
  { user: uuid, device: text },
  { others: int, here: bool },
  ({ user, device }) => `
    with gone as (
      delete from known_devices where user_id = ${user} and device <> ${device} and seen_at < now() - interval '1 year'
    ), noted as (
      insert into known_devices (user_id, device) values (${user}, ${device})
      on conflict (user_id, device) do update set seen_at = now()
    )
    select count(*) filter (where device <> ${device})::int as others, coalesce(bool_or(device = ${device}), false) as here
    from known_devices where user_id = ${user} and seen_at > now() - interval '1 year'`,
)

/** A row if the account of this address knows the browser. */
export const knowsDevice = statement(
  'auth_knows_device',
  { email: text, device: text },
  { user_id: uuid },
  ({ email, device }) => `
    select d.user_id from users u join known_devices d on d.user_id = u.id
    where u.email = ${email} and d.device = ${device} and d.seen_at > now() - interval '1 year'`,
)

export const devicesOf = statement(
  'auth_devices',
  { user: uuid },
  { device: text },
  ({ user }) => `select device from known_devices where user_id = ${user} order by seen_at desc limit 50`,
)

export const userByReferralCode = statement(
  'referral_by_code',
  { code: text },
  { id: uuid },
  ({ code }) => `select id from users where referral_code = ${code} and deleted_at is null`,
)

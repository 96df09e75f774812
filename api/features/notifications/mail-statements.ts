import type { NotificationGroup } from '../../../contract/notifications.ts'
import { blockBetween, isUnreadNotification, unreadNotifications } from '../../platform/db/rules.ts'
import {
  array,
  bool,
  int,
  oneOf,
  orNull,
  type RowOf,
  records,
  statement,
  text,
  textOf,
  timestamptz,
  uuid,
} from '../../platform/db/statement.ts'
import { digest, mailedGroupsOf, quietColumns, quietTypes } from './settings-statements.ts'

const locale = oneOf('en', 'fr')
const newsTypes = { type: text, actor_id: orNull(uuid), amount_cents: orNull(int), happens_at: orNull(timestamptz) }
export type News = RowOf<typeof newsTypes>
const readerTypes = { user_id: uuid, email: text, locale, discreet: bool, ...quietTypes }
export type Reader = RowOf<typeof readerTypes>

/** How many are taken at once. A number in the statement: of a parameter the planner expects a tenth of the table. */
export const mailsAtOnce = 500
/**
 * Takes each notification once, also when it was read meanwhile or its reader is gone. A second node waits instead of
 * skipping what the first one takes, so that what one reader gets is in one mail.
 */
export const takeDueMails = statement(
  'notifications_take_due',
  { now: timestamptz },
  {
    id: uuid,
    ...newsTypes,
    ...readerTypes,
    was_read: bool,
    is_blocked: bool,
    groups: orNull(array(textOf<NotificationGroup>())),
  },
  ({ now }) => `
    with due as (
      select id from notifications where mail_due_at <= ${now} order by mail_due_at limit ${mailsAtOnce}
      for update
    ), taken as (
      update notifications n set mail_due_at = null, mailed_at = ${now}
      from due where n.id = due.id
      returning n.id, n.user_id, n.type, n.actor_id, n.amount_cents, n.happens_at, ${isUnreadNotification('n')} as is_unread
    )
    select t.id, t.user_id, t.type, t.actor_id, t.amount_cents, t.happens_at, u.email, u.locale, coalesce(h.discreet, false) as discreet, ${quietColumns('h')},
      not t.is_unread or u.deleted_at is not null or not u.email_verified as was_read,
      ${blockBetween('t.user_id', 't.actor_id')} as is_blocked,
      ${mailedGroupsOf('t.user_id')} as groups
    from taken t join users u on u.id = t.user_id
    left join notification_habits h on h.user_id = t.user_id
    order by t.user_id, t.id desc`,
)
export type DueMail = RowOf<typeof takeDueMails>

/** Gives notifications back that came due in the quiet hours of their readers. */
export const letMailsWait = statement(
  'notifications_let_wait',
  { rows: records({ id: uuid, until: timestamptz }) },
  {},
  ({ rows }) =>
    `update notifications n set mail_due_at = r.until, mailed_at = null from ${rows.as('r')} where n.id = r.id`,
)

/** As `mailsAtOnce`. */
export const digestsAtOnce = 200

/**
 * Takes the readers whose last digest is from before the period, which started at `start`; those whom no mail may reach
 * come too, so that a page is short only where there are no more.
 */
export const takeDigestReaders = statement(
  'digests_take_readers',
  { every: digest, start: timestamptz, now: timestamptz },
  { ...readerTypes, since: timestamptz, is_reachable: bool },
  ({ every, start, now }) => `
    with due as (
      select h.user_id, h.discreet, ${quietColumns('h')},
        coalesce(h.digested_at, ${start} - interval '7 days') as since
      from notification_habits h
      where h.digest = ${every} and h.digest <> 'off' and coalesce(h.digested_at, '-infinity') < ${start}
        and (h.digest_waits_until is null or h.digest_waits_until <= ${now})
      order by coalesce(h.digested_at, '-infinity'), h.user_id limit ${digestsAtOnce} for update skip locked
    ), marked as (
      update notification_habits h set digested_at = ${now} from due where h.user_id = due.user_id
    )
    select due.user_id, due.since, due.discreet, ${quietColumns('due')}, u.email, u.locale,
      u.deleted_at is null and u.email_verified as is_reachable
    from due join users u on u.id = due.user_id`,
)
export type DigestReader = RowOf<typeof takeDigestReaders>

/** Gives readers back whose digest came due in their quiet hours. */
export const letDigestsWait = statement(
  'digests_let_wait',
  { readers: records({ user_id: uuid, since: timestamptz, until: timestamptz }) },
  {},
  ({ readers }) => `
    update notification_habits h set digested_at = r.since, digest_waits_until = r.until
    from ${readers.as('r')} where h.user_id = r.user_id`,
)

const readers = records({ user_id: uuid, since: timestamptz })

const isNews = `n.mailed_at is null and n.mail_due_at is null and n.created_at > a.since
          and not ${blockBetween('n.user_id', 'n.actor_id')}`

/** Unread notifications that no mail has carried, newest first, and their number. */
export const readUnreadNews = statement(
  'digests_unread',
  { readers, limit: int },
  { user_id: uuid, ...newsTypes, total: int },
  ({ readers, limit }) => `
    select a.user_id, n.type, n.actor_id, n.amount_cents, n.happens_at, n.total from ${readers.as('a')},
    lateral (
      select n.id, n.type, n.actor_id, n.amount_cents, n.happens_at, count(*) over ()::int as total
      from ${unreadNotifications('a.user_id', { where: isNews, most: 'all' })} n
      order by n.id desc limit ${limit}
    ) n order by a.user_id, n.id desc`,
)
export type UnreadNews = RowOf<typeof readUnreadNews>

/** The number of broadcasts of creators whose broadcasts are wanted as a digest. */
export const countBroadcasts = statement(
  'digests_channel',
  { readers },
  { user_id: uuid, creator_id: uuid, count: int },
  ({ readers }) => `
    select a.user_id, h.creator_id, count(*)::int as count from ${readers.as('a')}
    join broadcast_habits h on h.fan_id = a.user_id and h.frequency = 'digest'
    join messages m on m.receiver_id = a.user_id and m.sender_id = h.creator_id and m.broadcast_id is not null
      and m.created_at > a.since and m.deleted_at is null and m.read_at is null
    where not ${blockBetween('h.fan_id', 'h.creator_id')}
    group by a.user_id, h.creator_id order by count desc`,
)
export type BroadcastCount = RowOf<typeof countBroadcasts>

export const countWaitingMessages = statement(
  'digests_waiting',
  { readers },
  { user_id: uuid, count: int },
  ({ readers }) => `
    select a.user_id, sum(m.unread_count)::int as count from ${readers.as('a')}
    join chat_members m on m.user_id = a.user_id and m.unread_count > 0 and not m.muted and not m.hidden
      and m.last_message_at > a.since
    group by a.user_id`,
)

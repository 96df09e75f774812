import type { NotificationType } from '../../../contract/notifications.ts'
import { firstIdAt } from '../../platform/db/ids.ts'
import { beforeId } from '../../platform/db/keyset.ts'
import {
  isUnreadNotification,
  noBlockBetween,
  notificationReadAt,
  unreadNotifications,
} from '../../platform/db/rules.ts'
import {
  bool,
  int,
  orNull,
  type RowOf,
  records,
  statement,
  text,
  textOf,
  texts,
  timestamptz,
  uuid,
  uuids,
} from '../../platform/db/statement.ts'

import { isMailedByDefault } from './settings-statements.ts'

/**
 * The parts of a `with` that write a notification and its event if its reader wants the group; the only SQL that writes
 * either. `wished` has one row when they are written. The columns are given as SQL; `given` has no row when there is
 * nothing to write.
 */
export const notificationParts = (columns: Record<Column, string> & { happensAt?: string; given?: string }): string => `
    wished as (
      select ${columns.id} as id, ${columns.user} as user_id, ${columns.type} as type, ${columns.actor} as actor_id,
        ${columns.objectKind} as object_kind, ${columns.objectId} as object_id, ${columns.cents} as amount_cents,
        ${columns.happensAt ?? 'null::timestamptz'} as happens_at, ${columns.now} as created_at,
        ${columns.event} as event_id, coalesce(s.email, ${isMailedByDefault(columns.group)}) and u.email_verified as by_mail
      from ${columns.given === undefined ? '' : `${columns.given} cross join lateral `}(
        select * from users u where u.id = ${columns.user} and u.deleted_at is null offset 0
      ) u
      left join notification_settings s on s.user_id = u.id and s.kind = ${columns.group}
      where coalesce(s.app, true) and ${noBlockBetween('u.id', columns.actor)}
    ), noted as (
      insert into notifications (id, user_id, type, actor_id, object_kind, object_id, amount_cents, happens_at, created_at, mail_due_at)
      select id, user_id, type, actor_id, object_kind, object_id, amount_cents, happens_at, created_at,
        case when by_mail then created_at + interval '30 seconds' end from wished
    ), published as (
      insert into live_events (id, user_id, type, payload)
      select event_id, user_id, 'new_notification', jsonb_build_object('notification_id', id, 'kind', type)
      from wished
    )`
type Column = 'id' | 'user' | 'type' | 'actor' | 'objectKind' | 'objectId' | 'cents' | 'now' | 'event' | 'group'

/** The columns that are the same for every reader. */
export const contentParameters = {
  type: textOf<NotificationType>(),
  actor: orNull(uuid),
  objectKind: orNull(text),
  objectId: orNull(uuid),
  cents: orNull(int),
  happensAt: orNull(timestamptz),
  now: timestamptz,
  group: text,
}

/** One row when the notification was written. */
export const insertNotification = statement(
  'notifications_note',
  { id: uuid, user: uuid, event: uuid, ...contentParameters },
  { noted: int },
  (p) => `with ${notificationParts(p)} select 1 as noted from wished`,
)

export const insertNotifications = statement(
  'notifications_note_many',
  { readers: records({ user_id: uuid, id: uuid, event_id: uuid }), ...contentParameters },
  { user_id: uuid, id: uuid, event_id: uuid, has_browser: bool },
  ({ readers, ...content }) => `with readers as (
      select * from ${readers.as('g')}
    ), ${notificationParts({ ...content, given: 'readers g', id: 'g.id', user: 'g.user_id', event: 'g.event_id' }).trim()}
    select w.user_id, w.id, w.event_id,
      exists (select 1 from push_subscriptions b where b.user_id = w.user_id) as has_browser
    from wished w`,
)

/** What is notified of once a day (`notifyOnce`); the index `notifications_once` holds these. */
const repeatable = `('post_like', 'new_follower')`
export const findSameSince = statement(
  'notifications_same_today',
  { user: uuid, type: text, actor: orNull(uuid), object: orNull(uuid), since: timestamptz },
  { found: int },
  ({ user, type, actor, object, since }) => `
    select 1 as found from notifications where user_id = ${user} and actor_id = ${actor} and type = ${type}
      and type in ${repeatable}
      and object_id is not distinct from ${object} and created_at > ${since} limit 1`,
)

const notificationTypes = {
  id: uuid,
  type: text,
  actor_id: orNull(uuid),
  object_kind: orNull(text),
  object_id: orNull(uuid),
  amount_cents: orNull(int),
  happens_at: orNull(timestamptz),
  created_at: timestamptz,
  read_at: orNull(timestamptz),
  /** The ticket of a report, which is the address of its page. */
  ticket: orNull(text),
  /** Of a message: whether the user takes part in its conversation as a creator. */
  as_creator: orNull(bool),
  /** Of a post: its author's username, which is in the address of its page. */
  author: orNull(text),
}
const notificationColumns = `
      n.id, n.type, n.actor_id, n.object_kind, n.object_id, n.amount_cents, n.happens_at, n.created_at, ${notificationReadAt('n')} as read_at,
      case when n.object_kind = 'report' then (select r.ticket from reports r where r.id = n.object_id) end as ticket,
      case when n.object_kind = 'message' then (select c.as_creator from chat_members c
        where c.user_id = n.user_id and c.other_id = n.actor_id) end as as_creator,
      case when n.object_kind in ('post', 'comment') then (select w.username from posts p join users w on w.id = p.author_id
        where p.id = n.object_id) end as author`

const isListed = ({ user, types, after }: Record<'user' | 'types' | 'after', string>) =>
  `${isVisible(types)} and ${beforeId('n.id', after)} and ${noBlockBetween(user, 'n.actor_id')}`
const isVisible = (types: string) => `(${types} is null or n.type = any(${types}))`
const pageTypes = { user: uuid, types: orNull(texts), after: orNull(uuid), limit: int }

/**
 * `types` are those that the viewer may see, null for all. Leaves out notifications of users on either side of a block.
 */
export const readNotifications = statement(
  'notifications_page',
  pageTypes,
  notificationTypes,
  (p) => `
    select ${notificationColumns}
    from notifications n
    where n.user_id = ${p.user} and ${isListed(p)}
    order by n.id desc limit ${p.limit}`,
)
/** The same of those that are unread. */
export const readUnread = statement(
  'notifications_page_unread',
  pageTypes,
  notificationTypes,
  (p) => `
    select ${notificationColumns}
    from ${unreadNotifications(p.user, { where: isListed(p), most: p.limit })} n
    order by n.id desc limit ${p.limit}`,
)
export type NotificationRow = RowOf<typeof readNotifications>

/** The notifications with these ids, for pushes. */
export const readNotificationsById = statement(
  'notifications_by_id',
  { ids: uuids },
  notificationTypes,
  ({ ids }) => `select ${notificationColumns} from notifications n where n.id = any(${ids})`,
)

/** Marks the named notifications read: each by its key, as the index of the unread leads through all that one has. */
export const markRead = statement(
  'notifications_mark_read',
  { user: uuid, types: orNull(texts), ids: uuids },
  { id: uuid },
  ({ user, types, ids }) => `
    update notifications set read_at = now() where read_at is null and id in (
      select n.id from unnest(${ids}) given(id) cross join lateral (
        select n.id from notifications n where n.id = given.id and n.user_id = ${user} and ${isUnreadNotification('n')}
          and ${isVisible(types)} offset 0) n
    ) returning id`,
)

/**
 * The id below which no notification can appear any more. One gets its id before its transaction commits, so this is a minute
 * older than the oldest transaction that writes: what comes while everything is marked as read stays unread.
 */
export const findSettledId = statement(
  'notifications_settled',
  { now: timestamptz },
  { through: uuid },
  ({ now }) => `
    select ${firstIdAt(`(least(${now}, (select min(a.xact_start) from pg_stat_activity a
      where a.datname = current_database() and a.backend_xid is not null and a.pid <> pg_backend_pid())) - interval '1 minute')`)} as through`,
)
/** Marks everything to a settled id as read, however much that is, by one row or one for each kind; none where nothing was unread. */
export const markReadThrough = statement(
  'notifications_mark_through',
  { user: uuid, types: orNull(texts), through: uuid, now: timestamptz },
  { type: text },
  ({ user, types, through, now }) => `
    insert into notification_marks as m (user_id, type, through, read_at)
    select ${user}, kind, ${through}, ${now} from unnest(coalesce(${types}, '{*}')) kind
    where exists (select 1 from ${unreadNotifications(user, { where: `n.id <= ${through} and ${isVisible(types)}`, most: '1' })} n)
    on conflict (user_id, type) do update set through = excluded.through, read_at = excluded.read_at
      where m.through < excluded.through
    returning type`,
)
/** Marks some of the unread that were there at a time; leaves out rows that another call is marking. */
export const markSomeRead = statement(
  'notifications_mark_some_read',
  { user: uuid, types: orNull(texts), until: timestamptz, limit: int },
  { id: uuid },
  ({ user, types, until, limit }) => `
    update notifications set read_at = now() where id in (
      select k.id from ${unreadNotifications(user, { where: `n.created_at <= ${until} and ${isVisible(types)}`, most: limit })} n
      cross join lateral (
        select k.id from notifications k where k.id = n.id and k.read_at is null for update skip locked
      ) k limit ${limit}
    ) returning id`,
)

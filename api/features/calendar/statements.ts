import type { BroadcastAudience } from '../../../contract/broadcast-shapes.ts'
import { notDeleted } from '../../platform/db/rules.ts'
import {
  bool,
  int,
  neverNull,
  oneOf,
  orNull,
  records,
  statement,
  type Types,
  text,
  textOf,
  timestamptz,
  uuid,
} from '../../platform/db/statement.ts'

const parameters = {
  creator: uuid,
  now: timestamptz,
  days: records({ start_at: timestamptz, end_at: timestamptz }),
  limit: int,
}
/** `day` counts the days from 1, `total` what there is of its kind, to a hundred. */
const itemTypes = { day: int, total: int, id: uuid, is_past: bool, text, media: int }

type Source = {
  table: string
  /** The column with the time, of rows `x`. */
  time: string
  owner: string
  where: string
  /** The columns of an item, out of rows `x`. */
  columns: (now: string) => string
}

/** The first items of each day, by an index on owner, time and id; each day reads a hundred entries of it at most. */
const itemsOf = <C extends Types>(name: string, columns: C, it: Source) =>
  statement(
    name,
    parameters,
    columns,
    ({ creator, now, days, limit }) => `
    select d.position::int as day, n.total, n.id, ${it.columns(now)}
    from ${days.as('d', 'position')}
    cross join lateral (
      select c.id, (count(*) over ())::int as total from (
        select x.id, x.${it.time} as at from ${it.table} x
        where x.${it.owner} = ${creator} and x.${it.time} >= d.start_at and x.${it.time} < d.end_at and ${it.where}
        order by x.${it.time}, x.id limit 100
      ) c order by c.at, c.id limit ${limit}
    ) n join ${it.table} x on x.id = n.id
    order by d.position, x.${it.time}, x.id`,
  )

/** The beginning of a text, of which an item shows a line. */
const beginning = (column: string) => `left(${column}, 120) as text`

const filesOf = `(select count(*)::int from post_media p join media m on m.id = p.media_id
        where p.post_id = x.id and ${notDeleted('m')}) as media`

/** With those that were archived later: they went out on that day. */
export const calendarPosts = itemsOf(
  'calendar_posts',
  {
    ...itemTypes,
    at: neverNull(timestamptz, 'a draft, which has no time, is on no day'),
    visibility: oneOf('public', 'followers', 'subscribers', 'paid'),
  },
  {
    table: 'posts',
    time: 'published_at',
    owner: 'author_id',
    where: notDeleted('x'),
    columns: (now) =>
      `x.published_at as at, x.published_at <= ${now} as is_past, ${beginning('x.text')}, x.visibility, ${filesOf}`,
  },
)

/** When published and planned posts leave the lists by themselves, without those that their author has archived before. */
export const calendarExpiries = itemsOf(
  'calendar_expiries',
  {
    ...itemTypes,
    at: neverNull(timestamptz, 'a post without an end is on no day'),
    visibility: oneOf('public', 'followers', 'subscribers', 'paid'),
  },
  {
    table: 'posts',
    time: 'expires_at',
    owner: 'author_id',
    where: `${notDeleted('x')} and x.published_at is not null and (x.archived_at is null or x.archived_at = x.expires_at)`,
    columns: (now) =>
      `x.expires_at as at, x.expires_at <= ${now} as is_past, ${beginning('x.text')}, x.visibility, ${filesOf}`,
  },
)

const listOf = '(select l.name from fan_lists l where l.id = x.list_id) as list_name'
const mediaOf = `(select count(*)::int from media m where m.id = any(x.media_ids) and ${notDeleted('m')}) as media`

/** Without those that were taken back. */
export const calendarBroadcasts = itemsOf(
  'calendar_broadcasts',
  { ...itemTypes, at: timestamptz, audience: textOf<BroadcastAudience>(), list_name: orNull(text) },
  {
    table: 'broadcasts',
    time: 'send_at',
    owner: 'sender_id',
    where: `x.status <> 'unsent'`,
    columns: (now) => `x.send_at as at, (x.status <> 'scheduled' or x.send_at <= ${now}) as is_past,
      ${beginning('x.content')}, x.audience,
      ${listOf}, ${mediaOf}`,
  },
)

/** When one of two texts goes, or went, to those who did not get one to compare them. */
export const calendarRests = itemsOf(
  'calendar_rests',
  {
    ...itemTypes,
    at: neverNull(timestamptz, 'a broadcast without a rest is on no day'),
    audience: textOf<BroadcastAudience>(),
    list_name: orNull(text),
  },
  {
    table: 'broadcasts',
    time: 'rest_at',
    owner: 'sender_id',
    where: `x.rest_at is not null and x.status <> 'unsent'`,
    columns: (now) => `x.rest_at as at, x.rest_at <= ${now} as is_past,
      ${beginning(`case x.winner when 'second' then x.second_content else x.content end`)}, x.audience, ${listOf}, ${mediaOf}`,
  },
)

/** Trial and discount links with an end, without those that were revoked. */
export const calendarOffers = itemsOf(
  'calendar_offers',
  {
    ...itemTypes,
    at: neverNull(timestamptz, 'a link without an end is on no day'),
    days: orNull(int),
    percent: orNull(int),
    months: orNull(int),
  },
  {
    table: 'offer_links',
    time: 'expires_at',
    owner: 'creator_id',
    where: 'x.revoked_at is null',
    columns: (now) => `x.expires_at as at, x.expires_at <= ${now} as is_past, x.code as text, x.days, x.percent,
      x.months, 0 as media`,
  },
)

import { creatorCategories } from '../../contract/categories.ts'
import { isListedTrial, noBlockBetween } from '../platform/db/rules.ts'
import {
  bool,
  int,
  jsonb,
  oneOf,
  orNull,
  type RowOf,
  statement,
  text,
  texts,
  timestamptz,
  uuid,
  uuids,
} from '../platform/db/statement.ts'
import { bundlesAs, type Discount } from './bundles.ts'
import { relationOf, relationTypes, visitorRelationColumns } from './relations.ts'

/** The columns of user `u` for a presented user. */
const ownColumns = `
  u.id, u.username, u.display_name, u.avatar_media_id, u.is_creator, u.price_cents, u.chat_access_policy,
  u.notify_messages_app, u.followers_count, u.posts_count`

/** The columns of `u` for `presentUser`. */
export const userColumnsFor = (viewer: string, now: string): string =>
  `${ownColumns}, ${relationOf(viewer, 'u.id', now)}`
const userTypes = {
  id: uuid,
  username: orNull(text),
  display_name: orNull(text),
  avatar_media_id: orNull(uuid),
  is_creator: bool,
  price_cents: orNull(int),
  chat_access_policy: oneOf('SUBSCRIBERS', 'FOLLOWERS_OR_SUBSCRIBERS'),
  notify_messages_app: bool,
  followers_count: int,
  posts_count: int,
  ...relationTypes,
}
export type UserRow = RowOf<typeof userTypes>

/** A creator has a hundred albums at most, and their index has those that show something. */
const countColumns = `u.photos_count, u.videos_count, u.sounds_count,
  (select count(*)::int from albums a where a.creator_id = u.id and a.posts_count > 0) as albums_count`
const topicColumns =
  'u.category, u.tags, u.languages, case when u.show_last_seen then u.last_seen_at end as last_seen_at'

/** The listed trial that gives most days; null for a viewer who has subscribed before, as none is for them. */
const trialColumn = (viewer: string, now: string) => `
  case when u.is_creator and u.price_cents > 0
    and not exists (select 1 from subscription_events e where e.fan_id = ${viewer} and e.creator_id = u.id)
  then (select o.code from offer_links o where o.creator_id = u.id and ${isListedTrial('o', now)}
    order by o.days desc, o.id desc limit 1) end as trial_code`

/** What is sold together for less; there is nothing to save where a month is free. */
const bundlesColumn = `${bundlesAs('b.creator_id = u.id and u.is_creator and u.price_cents > 0')} as bundles`

/** The columns for `presentPublicProfile`, from `personTablesFor`. */
export const personColumnsFor = (viewer: string, now: string): string => `
  ${userColumnsFor(viewer, now)}, u.cover_media_id, u.bio, u.links, u.location, u.created_at,
  ${countColumns}, ${topicColumns}, ${bundlesColumn}, ${trialColumn(viewer, now)},
  sub.status as sub_status, sub.active_until as sub_active_until, sub.price_cents as sub_price_cents`
export const personTablesFor = (viewer: string): string =>
  `users u left join subscriptions sub on sub.fan_id = ${viewer} and sub.creator_id = u.id`
const personTypes = {
  ...userTypes,
  cover_media_id: orNull(uuid),
  bio: orNull(text),
  links: jsonb<{ title: string; url: string }[]>(),
  location: orNull(text),
  created_at: timestamptz,
  photos_count: int,
  videos_count: int,
  sounds_count: int,
  albums_count: int,
  category: orNull(oneOf(...creatorCategories)),
  tags: texts,
  languages: texts,
  last_seen_at: orNull(timestamptz),
  bundles: jsonb<Discount[]>(),
  trial_code: orNull(text),
  sub_status: orNull(oneOf('active', 'cancelled', 'past_due', 'ended')),
  sub_active_until: orNull(timestamptz),
  sub_price_cents: orNull(int),
}
/** Times are text where the row was answered as JSON. */
export type PersonRow = Omit<RowOf<typeof personTypes>, 'created_at' | 'last_seen_at' | 'sub_active_until'> & {
  created_at: Date | string
  last_seen_at: Date | string | null
  sub_active_until: Date | string | null
}

/** The same as a visitor sees it, of `users u`. */
export const visitorsPersonColumnsFor = (now: string): string => `
  ${ownColumns}, ${visitorRelationColumns}, u.cover_media_id, u.bio, u.links, u.location, u.created_at,
  ${countColumns}, ${topicColumns}, ${bundlesColumn}, ${trialColumn('null::uuid', now)},
  null as sub_status, null as sub_active_until, null as sub_price_cents`

const seenBy = { viewer: orNull(uuid), now: timestamptz }

export const peopleByIds = statement(
  'users_people_by_ids',
  { ...seenBy, ids: uuids },
  personTypes,
  ({ viewer, now, ids }) => `
    select ${personColumnsFor(viewer, now)} from ${personTablesFor(viewer)}
    where u.id = any(${ids}) and u.deleted_at is null`,
)

export const featuredPeople = statement(
  'users_featured',
  { ...seenBy, limit: int },
  personTypes,
  ({ viewer, now, limit }) => `
    select ${personColumnsFor(viewer, now)} from ${personTablesFor(viewer)}
    where u.is_creator and u.username is not null and u.deleted_at is null and u.avatar_media_id is not null
      and ${noBlockBetween(viewer, 'u.id')}
    order by u.followers_count desc, u.id desc limit ${limit}`,
)

export const personByUsername = statement(
  'users_person_by_username',
  { ...seenBy, username: text },
  personTypes,
  ({ viewer, now, username }) => `
    select ${personColumnsFor(viewer, now)} from ${personTablesFor(viewer)}
    where u.username = ${username} and u.deleted_at is null`,
)

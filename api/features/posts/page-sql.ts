import {
  type PersonRow,
  personColumnsFor,
  personTablesFor,
  type UserRow,
  userColumnsFor,
  visitorsPersonColumnsFor,
} from '../../people/statements.ts'
import { hasBoughtPost, isShownTo, isShownToVisitors, letsDownload, subscriptionRuns } from '../../platform/db/rules.ts'
import { json, orNull, timestamptz, uuid } from '../../platform/db/statement.ts'
import type { MediaRow } from '../media/views.ts'

/** The parameters of every statement that answers posts: the viewer, null for a visitor, and the time. */
export const viewerParameters = { viewer: orNull(uuid), now: timestamptz }
/** The SQL of these parameters. */
export type ViewerSql = { viewer: string; now: string }

/** The columns of a statement that answers posts: one row of JSON. */
export const postsTypes = {
  posts: orNull(json<PostRow[]>()),
  authors: orNull(json<UserRow[]>()),
  media: orNull(json<PictureRow[]>()),
}
/** The same columns, with the full profile of the one author. */
export const profileTypes = { ...postsTypes, authors: orNull(json<PersonRow[]>()) }

/**
 * Posts, their media and their authors in one round trip. `page` selects whole rows of `posts p`, and the answer keeps
 * their order; `authors` selects the people, and `more` names columns of `page` by which it is sorted.
 */
export const postsSql = (
  by: ViewerSql,
  page: string,
  authors = authorsOfPage(by),
  { bookmarkedAt = 'null', albumPosition = 'null' }: { bookmarkedAt?: string; albumPosition?: string } = {},
): string => `
  with page as materialized (
    select p.id, p.author_id, p.text, p.visibility, p.price_cents, p.published_at, p.created_at,
      p.archived_at, p.expires_at, p.pinned_at, p.likes_count, p.comments_count, p.unlocks_count, p.comments_for,
      p.comments_for = 'payers' and (${pays(by)}) as pays,
      -- With an offset each is looked up by its key, and not all that a viewer likes, which may be thousands.
      exists (select 1 from post_likes l where l.post_id = p.id and l.user_id = ${by.viewer} offset 0) as liked,
      exists (select 1 from bookmarks k where k.post_id = p.id and k.user_id = ${by.viewer} offset 0) as bookmarked,
      ${bookmarkedAt} as bookmarked_at, ${albumPosition} as album_position, ${hasBoughtPost(by.viewer, 'p.id')} as bought, p.place
    from (select p.*, row_number() over () as place from (${page}) p) p
  ), authors as (
    ${authors}
  ), pictures as (
    select pm.post_id, pm.is_preview, m.id, m.type, m.state, m.preview, m.width, m.height, m.duration_ms, m.has_poster,
      m.renditions is not null as has_sizes, m.renditions->'strip' as strip, m.waveform, m.captions, m.machine_captions, m.focal, m.description,
      ${letsDownload('m')} as is_downloadable, e.user_id is not null as owned,
      -- What the post itself opens, the policy knows already.
      case when page.visibility = 'public' or pm.is_preview or page.author_id = ${by.viewer} or e.user_id is not null then false
        else ${isShownTo(by.viewer, { media: 'm.id', owner: 'm.owner_id' }, by.now)} end as shown
    from page join post_media pm on pm.post_id = page.id join media m on m.id = pm.media_id
    left join entitlements e on e.media_id = m.id and e.user_id = ${by.viewer}
    where m.deleted_at is null or e.user_id is not null
    order by page.place, pm.position
  )
  ${answer}`

/**
 * The same for a visitor, without likes, purchases, follows and bookmarks, which take two thirds of the time of the
 * statement for a viewer.
 */
export const visitorsPostsSql = (now: string, page: string, authors: string): string => `
  with page as materialized (
    select p.id, p.author_id, p.text, p.visibility, p.price_cents, p.published_at, p.created_at,
      p.archived_at, p.expires_at, p.pinned_at, p.likes_count, p.comments_count, p.unlocks_count, p.comments_for,
      false as pays, false as liked, false as bookmarked, null as bookmarked_at, null as album_position, false as bought,
      row_number() over () as place
    from (${page}) p
  ), authors as (
    ${authors}
  ), pictures as (
    select pm.post_id, pm.is_preview, m.id, m.type, m.state, m.preview, m.width, m.height, m.duration_ms, m.has_poster,
      m.renditions is not null as has_sizes, m.renditions->'strip' as strip, m.waveform, m.captions, m.machine_captions, m.focal, m.description,
      ${letsDownload('m')} as is_downloadable, false as owned,
      case when page.visibility = 'public' or pm.is_preview then false else ${isShownToVisitors('m.id', now)} end as shown
    from page join post_media pm on pm.post_id = page.id join media m on m.id = pm.media_id
    where m.deleted_at is null
    order by page.place, pm.position
  )
  ${answer}`

const answer = `select (select json_agg(page order by page.place) from page) as posts,
    (select json_agg(authors) from authors) as authors, (select json_agg(pictures) from pictures) as media`

const authorsOfPage = ({ viewer, now }: ViewerSql) =>
  `select ${userColumnsFor(viewer, now)} from users u where u.id in (select author_id from page) and u.deleted_at is null`

/** The profile with this username, as a signed-in viewer or a visitor sees it. */
export const profileSql = ({ viewer, now }: ViewerSql, username: string): string =>
  `select ${personColumnsFor(viewer, now)} from ${personTablesFor(viewer)} where u.username = ${username} and u.deleted_at is null`
export const visitorsProfileSql = (now: string, username: string): string =>
  `select ${visitorsPersonColumnsFor(now)} from users u where u.username = ${username} and u.deleted_at is null`

/** Whether the viewer pays the author of `p`: a paid subscription that runs, a purchase, or a tip. */
const pays = ({ viewer, now }: ViewerSql) => `
    exists (select 1 from subscriptions s where s.fan_id = ${viewer} and s.creator_id = p.author_id
      and s.price_cents > 0 and s.active_until is not null and ${subscriptionRuns('s', now)})
    or exists (select 1 from purchases b where b.buyer_id = ${viewer} and b.creator_id = p.author_id and b.refunded_at is null)
    or exists (select 1 from ledger_entries t where t.user_id = ${viewer} and t.counterparty_id = p.author_id and t.kind = 'tip')`

export type PostRow = {
  id: string
  author_id: string
  text: string
  visibility: 'public' | 'followers' | 'subscribers' | 'paid'
  price_cents: number | null
  /** ISO, as JSON carries it. */
  published_at: string | null
  created_at: string
  archived_at: string | null
  expires_at: string | null
  pinned_at: string | null
  likes_count: number
  comments_count: number
  unlocks_count: number
  comments_for: 'everyone' | 'payers'
  pays: boolean
  liked: boolean
  bookmarked: boolean
  /** When the viewer bookmarked it, in the list of bookmarks alone. */
  bookmarked_at: string | null
  /** Its place in the album that is listed. */
  album_position: number | null
  bought: boolean
}
export type PictureRow = MediaRow & {
  post_id: string
  is_preview: boolean
  owned: boolean
  /** Another post or a message shows it to the viewer. */
  shown: boolean
}

import { mayComment } from '../../../contract/policy/comment.ts'
import { mayView, teaserOf } from '../../../contract/policy/content.ts'
import type { Post } from '../../../contract/posts.ts'
import type { User } from '../../../contract/users.ts'
import type { Services } from '../../platform/services.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Statement } from '../../platform/db/db.ts'
import { hasBoughtPost, subscriptionRuns } from '../../platform/db/rules.ts'
import { type MediaRow, presentMedia } from '../media/views.ts'
import { type UserRow, userColumns } from '../../people/views.ts'

/** Who reads posts, null for a visitor. */
export type Reader = Pick<Viewer, 'id' | 'acting'> | null

/**
 * A post as a viewer may see it. Of a locked one only the teaser of a paid post is
 * text: the words beside media for sale, and of words that are sold themselves the beginning. Bytes have no address.
 */
export function presentPost(ctx: Services, reader: Reader, row: PostRow, author: User, media: PictureRow[]): Post {
  const viewerId = reader?.id ?? null
  const facts = {
    isVisitor: viewerId === null,
    isOwner: row.author_id === viewerId,
    blocked: false,
    visibility: row.visibility,
    isFollowing: author.is_followed,
    isSubscribed: author.is_subscribed,
    price: row.price_cents,
  }
  const forSale = media.filter((it) => !it.is_preview)
  // What a paid post sells may be owned from elsewhere (product §13).
  const ownsAll = row.visibility === 'paid' && forSale.length > 0 && forSale.every((it) => it.owned)
  const access = mayView({ ...facts, isBought: row.bought || ownsAll, isPreview: false })
  const isOut = row.published_at !== null && !isAhead(ctx, row)
  const sold = row.price_cents !== null && row.price_cents > 0 ? row.price_cents : null
  return {
    id: row.id,
    author,
    text: access.allowed
      ? row.text
      : row.visibility === 'paid'
        ? forSale.length > 0
          ? row.text
          : teaserOf(row.text)
        : null,
    visibility: row.visibility,
    price: sold === null ? null : sold / 100,
    access,
    media: media.map((it) => {
      const allowed = access.allowed || mayView({ ...facts, isBought: it.owned, isPreview: it.is_preview }).allowed
      const everybody = isOut && (row.visibility === 'public' || it.is_preview)
      return presentMedia(ctx, it, {
        allowed,
        priceCents: access.allowed || it.is_preview ? null : sold,
        viewerId: everybody ? null : viewerId,
      })
    }),
    preview_ids: media.filter((it) => it.is_preview).map((it) => it.id),
    likes: row.likes_count,
    liked: row.liked,
    comments: row.comments_count,
    comments_for: row.comments_for,
    commenting: mayComment({
      isVisitor: facts.isVisitor,
      isOwner: facts.isOwner,
      mayView: access.allowed,
      commentsFor: row.comments_for,
      isPayer: row.pays,
    }),
    // What somebody bookmarked is theirs alone: who acts for them sees no bookmark (product §34a).
    bookmarked: row.bookmarked_at !== null && !reader?.acting,
    created_at: new Date(row.published_at ?? row.created_at).toISOString(),
    publish_at: isAhead(ctx, row) ? new Date(row.published_at ?? 0).toISOString() : null,
    pinned: row.pinned,
    draft: row.published_at === null,
    can_edit: row.author_id === viewerId,
  }
}

/** A post whose time has not come. */
export const isAhead = (ctx: Services, row: PostRow): boolean =>
  row.published_at !== null && Date.parse(row.published_at) > ctx.now()

/** SQL for whether viewer `$1` pays the author of `p`: a paid subscription that runs, a purchase, or a tip. */
const pays = `
  exists (select 1 from subscriptions s where s.fan_id = $1::uuid and s.creator_id = p.author_id
    and s.price_cents > 0 and s.active_until is not null and ${subscriptionRuns('s', '$3::timestamptz')})
  or exists (select 1 from purchases b where b.buyer_id = $1::uuid and b.creator_id = p.author_id and b.refunded_at is null)
  or exists (select 1 from ledger_entries t where t.user_id = $1::uuid and t.counterparty_id = p.author_id and t.kind = 'tip')`

const authorsOfPage = `select ${userColumns} from users u where u.id in (select author_id from page) and u.deleted_at is null`

/**
 * A statement that answers posts, their media and their authors in one round trip, as one row of JSON: `page` selects
 * whole rows of `posts p` in their order, for viewer `$1` at time `$3`. The order is kept. `authors` selects the people.
 */
export const postStatement = (name: string, page: string, authors = authorsOfPage): Statement => ({
  name,
  text: `
    with page as materialized (
      select p.id, p.author_id, p.text, p.visibility, p.price_cents, p.published_at, p.created_at,
        p.pinned_at is not null as pinned, p.likes_count, p.comments_count, p.comments_for,
        p.comments_for = 'payers' and (${pays}) as pays,
        l.user_id is not null as liked, k.created_at as bookmarked_at,
        ${hasBoughtPost('$1::uuid', 'p.id')} as bought, p.place
      from (select p.*, row_number() over () as place from (${page}) p) p
      left join post_likes l on l.post_id = p.id and l.user_id = $1::uuid
      left join bookmarks k on k.post_id = p.id and k.user_id = $1::uuid
    ), authors as (
      ${authors}
    ), pictures as (
      select pm.post_id, pm.is_preview, m.id, m.type, m.state, m.preview, m.width, m.height, m.duration_ms, m.has_poster,
        m.description, e.user_id is not null as owned
      from page join post_media pm on pm.post_id = page.id join media m on m.id = pm.media_id
      left join entitlements e on e.media_id = m.id and e.user_id = $1::uuid
      where m.deleted_at is null or e.user_id is not null
      order by page.place, pm.position
    )
    select (select json_agg(page order by page.place) from page) as posts,
      (select json_agg(authors) from authors) as authors, (select json_agg(pictures) from pictures) as media`,
})

/**
 * The same for a visitor, who likes, owns, follows and pays nothing: of a page's statement two thirds of the time are
 * questions about the viewer. `$1` is null, and with anything else there finds nothing.
 */
export const visitorsPostStatement = (name: string, page: string, authors: string): Statement => ({
  name,
  text: `
    with page as materialized (
      select p.id, p.author_id, p.text, p.visibility, p.price_cents, p.published_at, p.created_at,
        p.pinned_at is not null as pinned, p.likes_count, p.comments_count, p.comments_for,
        false as pays, false as liked, null as bookmarked_at, false as bought, row_number() over () as place
      from (${page}) p
    ), authors as (
      ${authors}
    ), pictures as (
      select pm.post_id, pm.is_preview, m.id, m.type, m.state, m.preview, m.width, m.height, m.duration_ms, m.has_poster,
        m.description, false as owned
      from page join post_media pm on pm.post_id = page.id join media m on m.id = pm.media_id
      where m.deleted_at is null
      order by page.place, pm.position
    )
    select (select json_agg(page order by page.place) from page) as posts,
      (select json_agg(authors) from authors) as authors, (select json_agg(pictures) from pictures) as media
    where $1::uuid is null`,
})

/** The one row of a post statement. */
export type PostsAnswer<Author = UserRow> = {
  posts: PostRow[] | null
  authors: Author[] | null
  media: PictureRow[] | null
}

export type PostRow = {
  id: string
  author_id: string
  text: string
  visibility: 'public' | 'followers' | 'subscribers' | 'paid'
  price_cents: number | null
  /** ISO, as JSON carries it. */
  published_at: string | null
  created_at: string
  pinned: boolean
  likes_count: number
  comments_count: number
  comments_for: 'everyone' | 'payers'
  pays: boolean
  liked: boolean
  /** When the viewer bookmarked it. */
  bookmarked_at: string | null
  bought: boolean
}
export type PictureRow = MediaRow & { post_id: string; is_preview: boolean; owned: boolean }

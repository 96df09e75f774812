import { mayView } from '../../../contract/policy/content.ts'
import type { Post } from '../../../contract/posts.ts'
import type { User } from '../../../contract/users.ts'
import type { Services } from '../../http/services.ts'
import { type MediaRow, showMedia } from '../media/views.ts'

/** A post as a viewer may see it. Of a locked one only the teaser of a paid post is text; bytes have no address. */
export function showPost(on: Services, viewerId: string | null, row: PostRow, author: User): Post {
  const facts = {
    isVisitor: viewerId === null,
    isOwner: row.author_id === viewerId,
    blocked: false,
    visibility: row.visibility,
    isFollowing: author.is_followed,
    isSubscribed: author.is_subscribed,
    price: row.price_cents,
  }
  const access = mayView({ ...facts, isBought: row.bought, isPreview: false })
  const sold = row.price_cents !== null && row.price_cents > 0 ? row.price_cents : null
  return {
    id: row.id,
    author,
    text: access.allowed || row.visibility === 'paid' ? row.text : null,
    visibility: row.visibility,
    price: sold === null ? null : sold / 100,
    access,
    media: row.media.map((it) => {
      const allowed = access.allowed || mayView({ ...facts, isBought: it.owned, isPreview: it.is_preview }).allowed
      const everybody = row.visibility === 'public' || it.is_preview
      return showMedia(on, it, { allowed, priceCents: access.allowed ? null : sold, viewerId: everybody ? null : viewerId })
    }),
    likes: row.likes_count,
    liked: row.liked,
    comments: row.comments_count,
    bookmarked: row.bookmarked,
    created_at: (row.published_at ?? row.created_at).toISOString(),
    publish_at: row.published_at !== null && row.published_at.getTime() > on.now() ? row.published_at.toISOString() : null,
    pinned: row.pinned,
    draft: row.published_at === null,
    can_edit: row.author_id === viewerId,
  }
}

/** SQL for what `showPost` reads of `p`, for viewer `$1`. Every statement that answers posts uses it. */
export const postColumns = `
  p.id, p.author_id, p.text, p.visibility, p.price_cents, p.published_at, p.created_at, p.pinned_at is not null as pinned,
  p.likes_count, p.comments_count,
  exists (select 1 from post_likes l where l.post_id = p.id and l.user_id = $1::uuid) as liked,
  exists (select 1 from bookmarks k where k.post_id = p.id and k.user_id = $1::uuid) as bookmarked,
  exists (select 1 from purchases b where b.buyer_id = $1::uuid and b.object_kind = 'post' and b.object_id = p.id
    and b.refunded_at is null) as bought,
  coalesce((
    select json_agg(json_build_object('id', m.id, 'type', m.type, 'state', m.state, 'preview', m.preview, 'width', m.width,
      'height', m.height, 'duration_ms', m.duration_ms, 'is_preview', pm.is_preview,
      'owned', exists (select 1 from entitlements e where e.user_id = $1::uuid and e.media_id = m.id)) order by pm.position)
    from post_media pm join media m on m.id = pm.media_id where pm.post_id = p.id), '[]') as media`

export type PostRow = {
  id: string
  author_id: string
  text: string
  visibility: 'public' | 'followers' | 'subscribers' | 'paid'
  price_cents: number | null
  published_at: Date | null
  created_at: Date
  pinned: boolean
  likes_count: number
  comments_count: number
  liked: boolean
  bookmarked: boolean
  bought: boolean
  media: (MediaRow & { is_preview: boolean; owned: boolean })[]
}

import { coinsOf } from '../../../contract/coins.ts'
import { mayComment } from '../../../contract/policy/comment.ts'
import { mayView, shownUnlocks, teaserOf } from '../../../contract/policy/content.ts'
import type { Post } from '../../../contract/posts.ts'
import type { User } from '../../../contract/users.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { presentMedia } from '../media/views.ts'
import type { PictureRow, PostRow } from './page-sql.ts'
import { archivedSince } from './times.ts'

/** Who reads posts, null for a visitor. */
export type Reader = Pick<Viewer, 'id' | 'acting'> | null

/**
 * A post as a viewer may see it. A locked paid post shows its text when it sells media, and the beginning of its text
 * when it sells the text itself; other locked posts show none. Locked media have no address.
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
  // All media of a paid post may be bought or open elsewhere (product §13); then nothing is left to sell.
  const hasAll = row.visibility === 'paid' && forSale.length > 0 && forSale.every((it) => it.owned || it.shown)
  const access = mayView({ ...facts, isBought: row.bought || hasAll, isPreview: false })
  const archived = isArchived(ctx, row)
  const isPublished = row.published_at !== null && !isScheduled(ctx, row) && !archived
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
    price: sold === null ? null : coinsOf(sold),
    access,
    media: media.map((picture) => {
      const allowed =
        access.allowed ||
        mayView({ ...facts, isBought: picture.owned || picture.shown, isPreview: picture.is_preview }).allowed
      const isPublic = isPublished && (row.visibility === 'public' || picture.is_preview)
      return presentMedia(ctx, picture, {
        allowed,
        priceCents: access.allowed || picture.is_preview || picture.shown ? null : sold,
        viewerId: isPublic ? null : viewerId,
      })
    }),
    preview_ids: media.filter((it) => it.is_preview).map((it) => it.id),
    likes: row.likes_count,
    liked: row.liked,
    comments: row.comments_count,
    unlocks: facts.isOwner && seesSales(reader) ? row.unlocks_count : shownUnlocks(row.unlocks_count),
    comments_for: row.comments_for,
    commenting: mayComment({
      isVisitor: facts.isVisitor,
      isOwner: facts.isOwner,
      mayView: access.allowed,
      commentsFor: row.comments_for,
      isPayer: row.pays,
    }),
    // Bookmarks are private: an operator does not see those of the creator (product §34a).
    bookmarked: row.bookmarked && !reader?.acting,
    created_at: new Date(row.published_at ?? row.created_at).toISOString(),
    publish_at: isScheduled(ctx, row) ? new Date(row.published_at ?? 0).toISOString() : null,
    expires_at: row.expires_at === null || (archived && !facts.isOwner) ? null : new Date(row.expires_at).toISOString(),
    archived,
    pinned: row.pinned_at !== null && !archived,
    draft: row.published_at === null,
    can_edit: row.author_id === viewerId,
  }
}

/** An operator sees what was sold with `can_payment` (product §34a). */
const seesSales = (reader: Reader): boolean => !reader?.acting || reader.acting.permissions.can_payment === true

/** Whether a post was out and is in no list any more. */
export const isArchived = (ctx: Services, row: PostRow): boolean =>
  archivedSince(
    {
      publishedAt: dateOf(row.published_at),
      expiresAt: dateOf(row.expires_at),
      archivedAt: dateOf(row.archived_at),
    },
    ctx.now(),
  ) !== null
const dateOf = (time: string | null): Date | null => (time === null ? null : new Date(time))

/** Whether a post will be published later. */
export const isScheduled = (ctx: Services, row: PostRow): boolean =>
  row.published_at !== null && Date.parse(row.published_at) > ctx.now()

import { creatorLanguages } from '../../contract/categories.ts'
import { coinsOf } from '../../contract/coins.ts'
import { mayChat } from '../../contract/policy/chat.ts'
import { asksConsent } from '../../contract/policy/subscription.ts'
import type { PublicProfile, User } from '../../contract/users.ts'
import type { Db } from '../platform/db/db.ts'
import type { ImageVariant } from '../platform/media/image.ts'
import { signMediaUrl } from '../platform/media/signing.ts'
import type { Services } from '../platform/services.ts'
import { presentBundles } from './bundles.ts'
import { toRelation } from './relations.ts'
import { featuredPeople, type PersonRow, peopleByIds, personByUsername, type UserRow } from './statements.ts'

export type { PersonRow } from './statements.ts'

/** Users as a viewer sees them, in one statement; deleted users are missing. */
export async function readPeople(
  ctx: Services,
  viewerId: string | null,
  ids: readonly string[],
  db: Db = ctx.db,
): Promise<Map<string, User>> {
  const wanted = [...new Set(ids)]
  const rows =
    wanted.length === 0 ? [] : await db.run(peopleByIds, { viewer: viewerId, ids: wanted, now: new Date(ctx.now()) })
  return new Map(rows.map((row) => [row.id, presentUser(ctx, viewerId, row)]))
}

/** A user by username, with the viewer's relation; undefined when there is none. The caller checks for blocks. */
export async function readPersonByUsername(
  ctx: Services,
  viewerId: string | null,
  username: string,
): Promise<PersonRow | undefined> {
  const [row] = await ctx.db.run(personByUsername, { viewer: viewerId, username, now: new Date(ctx.now()) })
  return row
}

export async function readPersonById(
  ctx: Services,
  viewerId: string | null,
  id: string,
  db: Db = ctx.db,
): Promise<PersonRow | undefined> {
  const [row] = await db.run(peopleByIds, { viewer: viewerId, ids: [id], now: new Date(ctx.now()) })
  return row
}

/** Creators for the landing page, the most followed first, with large avatars. */
export async function readFeatured(ctx: Services, viewerId: string | null): Promise<PublicProfile[]> {
  const rows = await ctx.db.run(featuredPeople, { viewer: viewerId, limit: 8, now: new Date(ctx.now()) })
  return rows.map((row) => ({
    ...presentPublicProfile(ctx, viewerId, row),
    avatar: publicMedia(ctx, row.avatar_media_id, 'small'),
    subscription: null,
    trial_code: null,
  }))
}

export function presentUser(ctx: Services, viewerId: string | null, row: UserRow): User {
  const relation = toRelation(row)
  const verdict = mayChat({
    self: viewerId === row.id,
    blocked: relation.blocked,
    receiverIsCreator: row.is_creator,
    policy: row.chat_access_policy,
    isSubscribed: relation.isSubscribed,
    isFollowing: relation.isFollowing,
  })
  return {
    id: row.id,
    username: row.username,
    display_name: row.display_name,
    avatar: publicMedia(ctx, row.avatar_media_id, 'thumb'),
    is_creator: row.is_creator,
    is_subscribed: relation.isSubscribed,
    is_followed: relation.isFollowing,
    subscription_price: row.is_creator && row.price_cents !== null ? coinsOf(row.price_cents) : null,
    chat: viewerId === null ? { allowed: false, reason: 'sign_in' } : verdict,
    counts: { posts: row.posts_count, followers: row.followers_count },
    settings: {
      chat_access_policy: row.chat_access_policy,
      notifications: { messages: { app: row.notify_messages_app } },
    },
  }
}

export function presentPublicProfile(ctx: Services, viewerId: string | null, row: PersonRow): PublicProfile {
  const user = presentUser(ctx, viewerId, row)
  return {
    ...user,
    cover: publicMedia(ctx, row.cover_media_id, 'card'),
    bio: row.bio,
    links: row.links,
    location: row.location,
    verified: row.is_creator,
    is_self: viewerId === row.id,
    is_blocked: row.blocks,
    media_counts: { photos: row.photos_count, videos: row.videos_count, sounds: row.sounds_count },
    albums: row.albums_count,
    category: row.category,
    tags: row.tags,
    languages: row.languages.flatMap((it) => creatorLanguages.find((known) => known === it) ?? []),
    last_seen: row.is_creator && row.last_seen_at !== null ? new Date(row.last_seen_at).toISOString() : null,
    joined_at: new Date(row.created_at).toISOString(),
    bundles: presentBundles(row.bundles, row.price_cents ?? 0),
    trial_code: viewerId === row.id ? null : row.trial_code,
    subscription:
      row.sub_status === null || row.sub_status === 'ended'
        ? null
        : {
            active_until: row.sub_active_until === null ? null : new Date(row.sub_active_until).toISOString(),
            price: coinsOf(row.sub_price_cents ?? 0),
            consent_price:
              user.is_subscribed &&
              asksConsent({ status: row.sub_status, priceCents: row.sub_price_cents ?? 0 }, row.price_cents ?? 0)
                ? user.subscription_price
                : null,
            cancelled: row.sub_status === 'cancelled',
            past_due: row.sub_status === 'past_due',
          },
  }
}

/** The public address of an avatar or a cover. */
export const publicMedia = (ctx: Services, mediaId: string | null, variant: ImageVariant): string | null =>
  mediaId === null ? null : signMediaUrl({ mediaId, variant, viewerId: null, now: ctx.now(), secret: ctx.env.SECRET })

import { mayChat } from '../../contract/policy/chat.ts'
import { asksConsent } from '../../contract/policy/subscription.ts'
import type { PublicProfile, User } from '../../contract/users.ts'
import type { Db, Statement } from '../platform/db/db.ts'
import { noBlockBetween } from '../platform/db/rules.ts'
import type { Services } from '../platform/services.ts'
import type { ImageVariant } from '../platform/media/image.ts'
import { signMediaUrl } from '../platform/media/signing.ts'
import { relationColumns, type RelationRow, visitorRelationColumns, toRelation } from './relations.ts'

/** Some people as a viewer sees them, in one statement; those who are gone are missing. */
export async function readPeople(
  ctx: Services,
  viewerId: string | null,
  ids: readonly string[],
  db: Db = ctx.db,
): Promise<Map<string, User>> {
  const wanted = [...new Set(ids)]
  const rows = wanted.length === 0 ? [] : await db.run<PersonRow>(peopleByIds, [viewerId, wanted, new Date(ctx.now())])
  return new Map(rows.map((row) => [row.id, presentUser(ctx, viewerId, row)]))
}

/** One person by username, with the relation of the viewer; undefined when there is none (blocks are the caller's to ask). */
export async function readPersonByUsername(
  ctx: Services,
  viewerId: string | null,
  username: string,
): Promise<PersonRow | undefined> {
  const [row] = await ctx.db.run<PersonRow>(personByUsername, [viewerId, username, new Date(ctx.now())])
  return row
}

export async function readPersonById(
  ctx: Services,
  viewerId: string | null,
  id: string,
  db: Db = ctx.db,
): Promise<PersonRow | undefined> {
  const [row] = await db.run<PersonRow>(peopleByIds, [viewerId, [id], new Date(ctx.now())])
  return row
}

/** Creators for the front door, the most followed first, with their faces large enough for a poster. */
export async function readFeatured(ctx: Services, viewerId: string | null): Promise<PublicProfile[]> {
  const rows = await ctx.db.run<PersonRow>(featured, [viewerId, 8, new Date(ctx.now())])
  return rows.map((row) => ({
    ...presentPublicProfile(ctx, viewerId, row),
    avatar: publicMedia(ctx, row.avatar_media_id, 'small'),
    subscription: null,
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
    subscription_price: row.is_creator && row.price_cents !== null ? row.price_cents / 100 : null,
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
    joined_at: new Date(row.created_at).toISOString(),
    subscription:
      row.sub_status === null || row.sub_status === 'ended'
        ? null
        : {
            active_until: row.sub_active_until === null ? null : new Date(row.sub_active_until).toISOString(),
            price: (row.sub_price_cents ?? 0) / 100,
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

/** What the row of a user itself holds of that. */
const ownColumns = `
  u.id, u.username, u.display_name, u.avatar_media_id, u.is_creator, u.price_cents, u.chat_access_policy,
  u.notify_messages_app, u.followers_count, u.posts_count`

/** SQL for what `showUser` reads of `u`, for viewer `$1` at time `$3`. */
export const userColumns = `${ownColumns}, ${relationColumns}`

/** SQL for what `showPublicProfile` reads, of `personTables`; times come as text where it is answered as JSON. */
export const personColumns = `
  ${userColumns}, u.cover_media_id, u.bio, u.links, u.location, u.created_at,
  sub.status as sub_status, sub.active_until as sub_active_until, sub.price_cents as sub_price_cents`
export const personTables = `users u left join subscriptions sub on sub.fan_id = $1::uuid and sub.creator_id = u.id`

/** SQL for the same as a visitor sees them, of `users u`. */
export const visitorsPersonColumns = `
  ${ownColumns}, ${visitorRelationColumns}, u.cover_media_id, u.bio, u.links, u.location, u.created_at,
  null as sub_status, null as sub_active_until, null as sub_price_cents`

const peopleByIds: Statement = {
  name: 'users_people_by_ids',
  text: `select ${personColumns} from ${personTables} where u.id = any($2::uuid[]) and u.deleted_at is null`,
}
const featured: Statement = {
  name: 'users_featured',
  text: `select ${personColumns} from ${personTables}
    where u.is_creator and u.username is not null and u.deleted_at is null and u.avatar_media_id is not null
      and ${noBlockBetween('$1::uuid', 'u.id')}
    order by u.followers_count desc, u.id desc limit $2`,
}
const personByUsername: Statement = {
  name: 'users_person_by_username',
  text: `select ${personColumns} from ${personTables} where u.username = $2 and u.deleted_at is null`,
}

export type UserRow = RelationRow & {
  username: string | null
  display_name: string | null
  avatar_media_id: string | null
  is_creator: boolean
  price_cents: number | null
  chat_access_policy: 'SUBSCRIBERS' | 'FOLLOWERS_OR_SUBSCRIBERS'
  notify_messages_app: boolean
  followers_count: number
  posts_count: number
}

export type PersonRow = UserRow & {
  cover_media_id: string | null
  bio: string | null
  links: { title: string; url: string }[]
  location: string | null
  created_at: Date | string
  sub_status: 'active' | 'cancelled' | 'past_due' | 'ended' | null
  sub_active_until: Date | string | null
  sub_price_cents: number | null
}

import { eq } from 'drizzle-orm'
import { account } from '../../../contract/account.ts'
import type { CreatorCategory } from '../../../contract/categories.ts'
import { coinsOf } from '../../../contract/coins.ts'
import { type Profile, profile } from '../../../contract/profile.ts'
import { termsVersion } from '../../../contract/trust-pages.ts'
import { canonicalUsername } from '../../../contract/username.ts'
import { endOfGrant } from '../../identity/grant-end.ts'
import { presentPublicProfile, presentUser, readPersonById } from '../../people/views.ts'
import { type Change as AuditChange, audit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { implement, requireFlag } from '../../platform/http/implement.ts'
import { purgeProfile } from '../../platform/http/purge.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { takeUsername } from '../account/username.ts'
import { getOwnMedia } from '../media/vault.ts'
import { visibleTypes } from '../notifications/views.ts'
import { takeBirthdate } from './birthdate.ts'
import { readOwnFacts } from './statements.ts'

export const profileRoutes = (ctx: Services) =>
  implement(profile)({
    get: async (_input, { viewer }) => readProfile(ctx, viewer),
    update: async (input, { viewer }) => {
      await updateProfile(ctx, viewer, input)
      purgeProfile(ctx, viewer.username)
      return readProfile(ctx, viewer)
    },
  })

/** The signed-in user, or the target while acting, then without the owner's private fields. */
export async function readProfile(ctx: Services, viewer: Viewer): Promise<Profile> {
  const { acting } = viewer
  const [person, [own], endsAt] = await Promise.all([
    readPersonById(ctx, viewer.id, viewer.id),
    ctx.db.run(readOwnFacts, { user: viewer.id, types: visibleTypes(viewer) }),
    acting && endOfGrant(ctx, acting.grantId),
  ])
  if (person === undefined || own === undefined) throw refuse('unauthorised')
  const mayChat = acting === null || acting.permissions.can_chat
  return {
    ...presentPublicProfile(ctx, viewer.id, person),
    email: acting ? null : own.email,
    email_verified: viewer.emailVerified,
    birthdate: acting ? null : own.birthdate,
    coins: acting ? null : coinsOf(own.coins_cents ?? 0),
    unread_notifications: own.unread_notifications,
    unread_messages: mayChat ? own.unread_messages : 0,
    unread_chat: {
      messages: mayChat ? own.unread_total : 0,
      latest_username: mayChat ? own.unread_latest : null,
    },
    role: viewer.role,
    locale: own.locale,
    terms_due: acting === null && own.terms_version !== termsVersion,
    media_downloads: own.media_downloads,
    media_stamp: own.media_stamp,
    takes_subscriber_media: own.takes_subscriber_media,
    show_last_seen: own.show_last_seen,
    acting_as: acting
      ? {
          target_user: presentUser(ctx, viewer.id, person),
          agency_id: acting.agencyId,
          permissions: acting.permissions,
          ends_at: endsAt,
        }
      : null,
  }
}

type Change = {
  username?: string
  birthdate?: string
  display_name?: string | null
  bio?: string | null
  location?: string | null
  links?: { title: string; url: string }[]
  avatar_media_id?: string | null
  cover_media_id?: string | null
  locale?: 'en' | 'fr'
  media_downloads?: boolean
  media_stamp?: boolean
  takes_subscriber_media?: boolean
  category?: CreatorCategory | null
  tags?: string[]
  languages?: string[]
  show_last_seen?: boolean
  settings?: {
    chat_access_policy?: 'SUBSCRIBERS' | 'FOLLOWERS_OR_SUBSCRIBERS'
    notifications?: { messages?: { app?: boolean } }
  }
}

async function updateProfile(ctx: Services, viewer: Viewer, input: Change): Promise<void> {
  // No flag opens the username, the birthdate or the language of the account (product §34a, §35).
  const ownersOnly = input.username !== undefined || input.birthdate !== undefined || input.locale !== undefined
  if (viewer.acting && ownersOnly) throw refuse('permission_denied', { flag: 'owner' })
  // A username that is given up stays reserved for a while, so changing it has the rate of `PUT /api/account/username`.
  const isNew = input.username !== undefined && canonicalUsername(input.username) !== viewer.username
  if (isNew && viewer.username !== null)
    await ctx.rates.take('expensive', `${viewer.id} ${account.changeUsername.method} ${account.changeUsername.path}`)
  // A picture comes from the vault, and how fans get what lies there is set here: both need the vault's flag too.
  const isAboutVault = input.media_downloads !== undefined || input.media_stamp !== undefined
  if (input.avatar_media_id || input.cover_media_id || isAboutVault) requireFlag(viewer, 'can_medias')
  if (input.takes_subscriber_media !== undefined) requireFlag(viewer, 'can_chat')
  const change: Partial<typeof users.$inferInsert> = {}
  if (input.display_name !== undefined) change.displayName = input.display_name || null
  if (input.bio !== undefined) change.bio = input.bio || null
  if (input.location !== undefined) change.location = input.location || null
  if (input.links !== undefined) change.links = input.links
  if (input.media_downloads !== undefined) change.mediaDownloads = input.media_downloads
  if (input.media_stamp !== undefined) change.mediaStamp = input.media_stamp
  if (input.takes_subscriber_media !== undefined) change.takesSubscriberMedia = input.takes_subscriber_media
  if (input.category !== undefined) change.category = input.category
  if (input.tags !== undefined) change.tags = [...new Set(input.tags)]
  if (input.languages !== undefined) change.languages = [...new Set(input.languages)]
  if (input.show_last_seen !== undefined) change.showLastSeen = input.show_last_seen
  // What is hidden is not stored either.
  if (input.show_last_seen === false) change.lastSeenAt = null
  if (input.locale !== undefined) change.locale = input.locale
  if (input.settings?.chat_access_policy !== undefined) change.chatAccessPolicy = input.settings.chat_access_policy
  const app = input.settings?.notifications?.messages?.app
  if (app !== undefined) change.notifyMessagesApp = app
  const isOfAge = await ctx.db.transact(async (tx) => {
    const { birthdate } = input
    if (birthdate !== undefined && !(await takeBirthdate(tx, viewer.id, birthdate, ctx.now()))) return false
    for (const [field, id] of [
      ['avatarMediaId', input.avatar_media_id],
      ['coverMediaId', input.cover_media_id],
    ] as const) {
      if (id === undefined) continue
      if (id !== null) {
        const { type, state } = await getOwnMedia(tx, viewer.id, id)
        if (type !== 'IMAGE' || state !== 'ready') throw refuse('not_found')
      }
      change[field] = id
    }
    if (input.username !== undefined) await takeUsername(tx, viewer.id, input.username, ctx.now())
    const changes = viewer.acting === null ? [] : await readChanges(tx, viewer.id, change)
    if (Object.keys(change).length > 0) {
      await tx
        .update(users)
        .set({ ...change, updatedAt: new Date() })
        .where(eq(users.id, viewer.id))
    }
    await audit(tx, viewer, 'profile.update', { kind: 'user', id: viewer.id }, changes)
    return true
  })
  if (!isOfAge) throw refuse('underage')
}

/** What the log of operators keeps of a change of the profile; each field that the change names, before and after. */
async function readChanges(tx: Db, userId: string, change: Partial<typeof users.$inferInsert>): Promise<AuditChange[]> {
  const [before] = await tx
    .select({ displayName: users.displayName, bio: users.bio, location: users.location })
    .from(users)
    .where(eq(users.id, userId))
    .for('update')
  const pairs = [
    ['display_name', 'displayName'],
    ['bio', 'bio'],
    ['location', 'location'],
  ] as const
  return pairs.flatMap(([field, column]) =>
    change[column] === undefined ? [] : [{ field, before: before?.[column] ?? null, after: change[column] }],
  )
}

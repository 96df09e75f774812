import * as v from 'valibot'
import { creatorCategory, creatorLanguage, creatorTag, languagesPerCreator, tagsPerCreator } from './categories.ts'
import { endpoint, user } from './endpoint.ts'
import { bioLength, displayNameLength } from './limits.ts'
import { coins, id, text } from './shapes.ts'
import { chatAccessPolicy, publicProfileShape, userShape } from './users.ts'

const roles = ['user', 'staff'] as const

export const permissionsShape = v.object({
  can_chat: v.boolean(),
  can_payment: v.boolean(),
  can_medias: v.boolean(),
  can_profile: v.boolean(),
  can_social: v.boolean(),
  show_in_analytics: v.boolean(),
})
export type Permissions = v.InferOutput<typeof permissionsShape>

/** The signed-in user (spec §3). While acting it is the target, with `email`, `birthdate` and `coins` null. */
const profileShape = v.object({
  ...publicProfileShape.entries,
  email: v.nullable(v.string()),
  email_verified: v.boolean(),
  birthdate: v.nullable(v.string()),
  coins: v.nullable(coins),
  /** Counted up to 100, which is shown as more than 99. */
  unread_notifications: v.number(),
  /** Conversations with unread messages; none that is muted or hidden. */
  unread_messages: v.number(),
  /** The messages of all of them, and whose conversation is the most recent (spec §9, title). */
  unread_chat: v.object({ messages: v.number(), latest_username: v.nullable(v.string()) }),
  role: v.picklist(roles),
  locale: v.picklist(['en', 'fr']),
  /** Whether the account has not accepted the terms in force; false while acting. */
  terms_due: v.boolean(),
  /** Whether fans may download the media that they may see, where a media says nothing else. */
  media_downloads: v.boolean(),
  /** Whether fans see their own name on the creator's locked pictures. */
  media_stamp: v.boolean(),
  /** Whether a creator takes pictures and voice notes of all subscribers (product §73). */
  takes_subscriber_media: v.boolean(),
  /** Whether others see when the creator was last here. */
  show_last_seen: v.boolean(),
  acting_as: v.nullable(
    v.object({
      target_user: userShape,
      agency_id: v.string(),
      permissions: permissionsShape,
      /** When the grant or its shift ends by itself; null for a grant that holds until it is taken away. */
      ends_at: v.optional(v.nullable(v.string())),
    }),
  ),
})
export type Profile = v.InferOutput<typeof profileShape>

const linkShape = v.object({
  title: text(60, 1),
  url: v.pipe(text(300, 8), v.regex(/^https:\/\/[^\s/]+\.[^\s/]+/)),
})

export const profile = {
  get: endpoint({
    method: 'GET',
    path: '/api/profile',
    access: user('any', { onboarded: false }),
    input: v.object({}),
    output: profileShape,
    errors: [],
    summary: 'The signed-in user.',
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/profile',
    access: user('can_profile', { onboarded: false }),
    input: v.object({
      username: v.optional(text(60, 1)),
      birthdate: v.optional(v.pipe(v.string(), v.isoDate())),
      display_name: v.optional(v.nullable(text(displayNameLength))),
      bio: v.optional(v.nullable(text(bioLength))),
      location: v.optional(v.nullable(text(80))),
      links: v.optional(v.pipe(v.array(linkShape), v.maxLength(5))),
      avatar_media_id: v.optional(v.nullable(id)),
      cover_media_id: v.optional(v.nullable(id)),
      locale: v.optional(v.picklist(['en', 'fr'])),
      media_downloads: v.optional(v.boolean()),
      media_stamp: v.optional(v.boolean()),
      takes_subscriber_media: v.optional(v.boolean()),
      category: v.optional(v.nullable(creatorCategory)),
      tags: v.optional(v.pipe(v.array(creatorTag), v.maxLength(tagsPerCreator))),
      languages: v.optional(v.pipe(v.array(creatorLanguage), v.maxLength(languagesPerCreator))),
      show_last_seen: v.optional(v.boolean()),
      settings: v.optional(
        v.object({
          chat_access_policy: v.optional(chatAccessPolicy),
          notifications: v.optional(v.object({ messages: v.optional(v.object({ app: v.optional(v.boolean()) })) })),
        }),
      ),
    }),
    fansRead: ['display_name', 'bio', 'location', 'links', 'tags'],
    output: profileShape,
    errors: ['username_taken', 'invalid_username', 'underage', 'permission_denied', 'already_done'],
    summary: 'Change the profile; username and birthdate complete onboarding.',
  }),
}

import * as v from 'valibot'
import { bundleShape } from './bundles.ts'
import { creatorCategory, creatorLanguage } from './categories.ts'
import { anyone, endpoint, user } from './endpoint.ts'
import { coins, id, list, listing, time, usernameIn, verdict } from './shapes.ts'

const chatAccessPolicies = ['SUBSCRIBERS', 'FOLLOWERS_OR_SUBSCRIBERS'] as const
export const chatAccessPolicy = v.picklist(chatAccessPolicies)

/** A user as the viewer sees them (spec §3). */
export const userShape = v.object({
  id: v.string(),
  username: v.nullable(v.string()),
  display_name: v.nullable(v.string()),
  avatar: v.nullable(v.string()),
  is_creator: v.boolean(),
  is_subscribed: v.boolean(),
  is_followed: v.boolean(),
  subscription_price: v.nullable(coins),
  chat: verdict,
  counts: v.object({ posts: v.number(), followers: v.number() }),
  settings: v.object({
    chat_access_policy: chatAccessPolicy,
    notifications: v.object({ messages: v.object({ app: v.boolean() }) }),
  }),
})
export type User = v.InferOutput<typeof userShape>

/** The user with what the profile page adds. */
export const publicProfileShape = v.object({
  ...userShape.entries,
  cover: v.nullable(v.string()),
  bio: v.nullable(v.string()),
  links: v.array(v.object({ title: v.string(), url: v.string() })),
  location: v.nullable(v.string()),
  verified: v.boolean(),
  is_self: v.boolean(),
  is_blocked: v.boolean(),
  /** How many are in the published posts, locked ones too. */
  media_counts: v.object({ photos: v.number(), videos: v.number(), sounds: v.number() }),
  /** How many albums have a post that is out. */
  albums: v.number(),
  category: v.nullable(creatorCategory),
  tags: v.array(v.string()),
  languages: v.array(creatorLanguage),
  /** When the creator was last here, to the minute; null for fans, and where it is hidden. */
  last_seen: v.nullable(time),
  joined_at: time,
  /** The code of a trial that the creator shows to everyone and that the viewer may take; null without one. */
  trial_code: v.nullable(v.string()),
  /** Months that are sold together for less; none where the subscription is free. */
  bundles: v.array(bundleShape),
  subscription: v.nullable(
    v.object({
      active_until: v.nullable(time),
      price: coins,
      /** As in `subscriptionShape`. */
      consent_price: v.nullable(coins),
      cancelled: v.boolean(),
      past_due: v.boolean(),
    }),
  ),
})
export type PublicProfile = v.InferOutput<typeof publicProfileShape>

export const users = {
  featured: endpoint({
    method: 'GET',
    path: '/api/creators',
    access: anyone('any'),
    input: v.object({}),
    mayBeLate: 'for everyone',
    output: list(publicProfileShape),
    errors: [],
    summary: 'Verified creators for the landing page, the most followed first; at most eight.',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/users/{username}',
    access: anyone('any'),
    input: v.object({ username: usernameIn }),
    mayBeLate: 'for visitors',
    output: publicProfileShape,
    errors: ['not_found'],
    summary: 'A user by username, as the viewer may see them.',
  }),
  follow: endpoint({
    method: 'POST',
    path: '/api/users/{id}/follow',
    access: user('can_social'),
    input: v.object({ id }),
    output: v.object({ is_followed: v.boolean() }),
    errors: ['not_found', 'own_thing'],
    summary: 'Follow a user; a second call changes nothing.',
  }),
  unfollow: endpoint({
    method: 'DELETE',
    path: '/api/users/{id}/follow',
    access: user('can_social'),
    input: v.object({ id }),
    output: v.object({ is_followed: v.boolean() }),
    errors: ['not_found', 'own_thing'],
    summary: 'Stop following a user.',
  }),
  following: endpoint({
    method: 'GET',
    path: '/api/following',
    access: user('can_social'),
    input: v.object(listing),
    output: list(userShape),
    errors: [],
    summary: 'The users that the user follows, newest first.',
  }),
  block: endpoint({
    method: 'POST',
    path: '/api/users/{id}/block',
    access: user('can_social'),
    input: v.object({ id }),
    output: v.object({ is_blocked: v.boolean() }),
    errors: ['not_found', 'own_thing'],
    summary: 'Block a user: both become invisible to each other.',
  }),
  unblock: endpoint({
    method: 'DELETE',
    path: '/api/users/{id}/block',
    access: user('can_social'),
    input: v.object({ id }),
    output: v.object({ is_blocked: v.boolean() }),
    errors: ['not_found', 'own_thing'],
    summary: 'End a block.',
  }),
  blocked: endpoint({
    method: 'GET',
    path: '/api/blocked-users',
    access: user('can_social'),
    input: v.object(listing),
    output: list(userShape),
    errors: [],
    summary: 'The users that the user has blocked.',
  }),
}

import * as v from 'valibot'
import { anyone, creator, endpoint, ownerOnly, user } from './endpoint.ts'
import { commentLength, mediaPerPost, postLength } from './limits.ts'
import { mediaShape } from './media.ts'
import {
  coins,
  coinsIn,
  coinsSeen,
  done,
  id,
  list,
  listing,
  text,
  time,
  timeIn,
  usernameIn,
  verdict,
} from './shapes.ts'
import { publicProfileShape, userShape } from './users.ts'
import { mediaTypes } from './vault-filter.ts'

/** Whom a post is for. */
export const visibility = v.picklist(['public', 'followers', 'subscribers', 'paid'])
/** Who may comment: every user who sees the post, or those who pay the author (subscription, purchase, tip). */
const commentersOf = ['everyone', 'payers'] as const
const offers = ['sign_in', 'follow', 'subscribe', 'buy'] as const

/** The verdict on content (product §12); `offers` lists what would let the viewer in. */
const accessShape = v.object({
  allowed: v.boolean(),
  reason: v.nullable(v.string()),
  offers: v.array(v.picklist(offers)),
})

export const postShape = v.object({
  id: v.string(),
  author: userShape,
  text: v.nullable(v.string()),
  visibility,
  price: v.nullable(coins),
  access: accessShape,
  media: v.array(mediaShape),
  /** The media that every viewer may see. */
  preview_ids: v.array(v.string()),
  likes: v.number(),
  liked: v.boolean(),
  comments: v.number(),
  /** How many fans have bought it: from ten on, and null below, where one buyer could be told; for its author always. */
  unlocks: v.nullable(v.number()),
  comments_for: v.picklist(commentersOf),
  /** Whether the viewer may comment; the reason is `sign_in`, `locked` or `payers`. */
  commenting: verdict,
  bookmarked: v.boolean(),
  created_at: time,
  publish_at: v.nullable(time),
  /** When it leaves every list by itself; of an archived post for its author only. */
  expires_at: v.nullable(time),
  /** It is in no list any more; its author and who bought it read it on. */
  archived: v.boolean(),
  pinned: v.boolean(),
  draft: v.boolean(),
  can_edit: v.boolean(),
})
export type Post = v.InferOutput<typeof postShape>

const commentShape = v.object({
  id: v.string(),
  author: userShape,
  text: v.string(),
  reply_to: v.nullable(v.string()),
  created_at: time,
  can_delete: v.boolean(),
})
export type Comment = v.InferOutput<typeof commentShape>

const composed = {
  text: text(postLength),
  visibility,
  price: v.optional(v.nullable(coinsIn)),
  media_ids: v.optional(v.pipe(v.array(id), v.maxLength(mediaPerPost)), []),
  preview_ids: v.optional(v.pipe(v.array(id), v.maxLength(mediaPerPost)), []),
  publish_at: v.optional(v.nullable(timeIn)),
  /** At least an hour after it comes out. */
  expires_at: v.optional(v.nullable(timeIn)),
  comments_for: v.optional(v.picklist(commentersOf), 'everyone'),
}
const writing = { ...composed, draft: v.optional(v.boolean(), false) }

/** A post that is being written and is in no list yet, as its author left it. */
const draftShape = v.object({
  text: v.string(),
  visibility,
  price: v.nullable(coins),
  media_ids: v.array(v.string()),
  preview_ids: v.array(v.string()),
  publish_at: v.nullable(time),
  expires_at: v.nullable(time),
  comments_for: v.picklist(commentersOf),
})
export type PostDraft = v.InferOutput<typeof draftShape>

export const posts = {
  ofUser: endpoint({
    method: 'GET',
    path: '/api/users/{username}/posts',
    access: anyone('can_social'),
    input: v.object({ username: usernameIn, with: v.optional(v.picklist(mediaTypes)), ...listing }),
    mayBeLate: 'for visitors',
    output: list(postShape),
    errors: ['not_found'],
    summary:
      "A user's posts, the pinned ones first in the order of pinning, then newest first; `with` a kind of media: those that have some, newest first.",
  }),
  profilePage: endpoint({
    method: 'GET',
    path: '/api/users/{username}/page',
    access: anyone('can_social'),
    input: v.object({ username: usernameIn, limit: listing.limit }),
    mayBeLate: 'for visitors',
    output: v.object({ user: publicProfileShape, posts: list(v.omit(postShape, ['author'])) }),
    errors: ['not_found'],
    summary: 'A profile page in one call: the user, and the first page of their posts, without the author.',
  }),
  unpublished: endpoint({
    method: 'GET',
    path: '/api/posts',
    access: creator('can_social'),
    input: v.object({ state: v.optional(v.picklist(['unpublished', 'archived']), 'unpublished'), ...listing }),
    output: list(postShape),
    errors: [],
    summary: "The creator's drafts and scheduled posts, newest first; or the archived ones, by when they came out.",
  }),
  feed: endpoint({
    method: 'GET',
    path: '/api/feed',
    access: user('can_social'),
    input: v.object({ tab: v.optional(v.picklist(['following', 'subscribed', 'discover']), 'following'), ...listing }),
    output: list(postShape),
    errors: [],
    summary: 'The feed, newest first.',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/posts/{id}',
    access: anyone('can_social'),
    input: v.object({ id }),
    mayBeLate: 'for visitors',
    output: postShape,
    errors: ['not_found'],
    summary: 'A post as the viewer may see it.',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/posts',
    access: creator('can_social'),
    input: v.object(writing),
    fansRead: ['text'],
    output: postShape,
    errors: ['invalid_amount', 'not_found', 'permission_denied', 'time_passed', 'expires_too_soon'],
    summary: 'Create a post; an operator needs can_payment for a price and can_medias for media.',
  }),
  getDraft: endpoint({
    method: 'GET',
    path: '/api/creator/post-draft',
    access: creator('can_social'),
    input: v.object({}),
    output: v.object({ draft: v.nullable(draftShape) }),
    errors: [],
    summary: 'The post that the caller is writing for this creator; each operator has one of their own.',
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: '/api/creator/post-draft',
    access: creator('can_social'),
    input: v.object(composed),
    output: done,
    errors: [],
    summary: 'Keep the post that the caller is writing; making a post drops it.',
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/posts/{id}',
    access: creator('can_social'),
    input: v.object({
      id,
      ...v.partial(v.object(writing)).entries,
      pinned: v.optional(v.boolean()),
      /** True takes a post that is out from every list, false brings it back. */
      archived: v.optional(v.boolean()),
      /** The time for which the caller sees it planned: it is then moved in the plan, and in no case published now. */
      moved_from: v.optional(timeIn),
      /** The end that the caller sees: it is moved only while the post has that end and it is ahead. */
      end_moved_from: v.optional(timeIn),
    }),
    fansRead: ['text'],
    output: postShape,
    errors: [
      'invalid_amount',
      'not_found',
      'permission_denied',
      'pins_full',
      'not_planned',
      'not_out',
      'time_passed',
      'expires_too_soon',
    ],
    summary:
      'Change a post; up to three of a creator are pinned. With `moved_from`, only while it is planned for that time.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/posts/{id}',
    access: creator('can_social'),
    input: v.object({ id }),
    output: done,
    errors: ['not_found', 'forbidden'],
    summary: 'Delete a post; fans keep what they bought.',
  }),
  unlock: endpoint({
    method: 'POST',
    path: '/api/posts/{id}/unlock',
    access: ownerOnly({ verified: true }),
    input: v.object({ id, expected_price: v.optional(coinsSeen) }),
    output: v.object({ post: postShape, meta: v.object({ price_paid: coins, charged: coins, coins }) }),
    errors: [
      'insufficient_coins',
      'price_changed',
      'spending_limit',
      'not_creator',
      'forbidden',
      'not_found',
      'gone',
      'idempotency_conflict',
    ],
    summary:
      'Buy a post whole, or its text when it has no media; one that is owned costs nothing and is returned again.',
    money: true,
  }),
  like: endpoint({
    method: 'POST',
    path: '/api/posts/{id}/like',
    access: user('can_social'),
    input: v.object({ id }),
    output: v.object({ liked: v.boolean(), likes: v.number() }),
    errors: ['not_found', 'forbidden'],
    summary: 'Like a post, or remove the like.',
  }),
  bookmark: endpoint({
    method: 'POST',
    path: '/api/posts/{id}/bookmark',
    access: ownerOnly(),
    input: v.object({ id }),
    output: v.object({ bookmarked: v.boolean() }),
    errors: ['not_found', 'forbidden'],
    summary: 'Bookmark a post, or remove the bookmark.',
  }),
  bookmarks: endpoint({
    method: 'GET',
    path: '/api/bookmarks',
    access: ownerOnly(),
    input: v.object({ list: v.optional(id), ...listing }),
    output: list(postShape),
    errors: [],
    summary: 'The bookmarked posts that the viewer may still see, newest bookmark first; all, or those of a list.',
  }),
  comments: endpoint({
    method: 'GET',
    path: '/api/posts/{id}/comments',
    access: anyone('can_social'),
    input: v.object({ id, ...listing }),
    mayBeLate: 'for visitors',
    output: list(commentShape),
    errors: ['not_found', 'forbidden'],
    summary: 'The comments of a post, oldest first.',
  }),
  addComment: endpoint({
    method: 'POST',
    path: '/api/posts/{id}/comments',
    access: user('can_social', { verified: true }),
    input: v.object({ id, text: text(commentLength, 1), reply_to: v.optional(v.nullable(id)) }),
    fansRead: ['text'],
    output: commentShape,
    errors: ['not_found', 'forbidden'],
    summary: 'Comment on a post.',
  }),
  removeComment: endpoint({
    method: 'DELETE',
    path: '/api/comments/{id}',
    access: user('can_social'),
    input: v.object({ id }),
    output: done,
    errors: ['not_found', 'forbidden'],
    summary: 'Delete a comment of the user, or any comment on a post of the user.',
  }),
}

import * as v from 'valibot'
import { anyone, creator, endpoint, ownerOnly } from './endpoint.ts'
import { mediaDescriptionLength, mediaNameLength, tagsPerMedia } from './limits.ts'
import { coins, coinsSeen, done, id, list, listing, text, time } from './shapes.ts'

const mediaTypes = ['IMAGE', 'VIDEO', 'SOUND'] as const

/** A media as the viewer may see it. While locked, `url`, `poster` and `description` are null; `preview` is always safe to show. */
export const mediaShape = v.object({
  id: v.string(),
  type: v.picklist(mediaTypes),
  locked: v.boolean(),
  price: v.nullable(coins),
  preview: v.nullable(v.string()),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  duration: v.nullable(v.number()),
  url: v.nullable(v.string()),
  /** The picture shown for a video until it plays; null without one. */
  poster: v.nullable(v.string()),
  /** The creator's description for fans who cannot see or hear the media; null without one. */
  description: v.nullable(v.string()),
})
export type Media = v.InferOutput<typeof mediaShape>

/** A folder or a tag of the vault with its number of media. */
const labelShape = v.object({ name: v.string(), count: v.number() })
const folderName = text(60, 1)
const tagName = text(40, 1)

/** A media in its owner's vault, or as another viewer may see it (then the vault's fields are null). */
const privateMediaShape = v.object({
  ...mediaShape.entries,
  state: v.picklist(['processing', 'ready', 'failed']),
  reason: v.nullable(v.string()),
  folder: v.nullable(v.string()),
  tags: v.array(v.string()),
  /** The owner's name for it, initially the file's; only the owner sees it. */
  name: v.nullable(v.string()),
  /** A small square for grids; null without a picture. */
  thumb: v.nullable(v.string()),
  /** For the fan in `for`: bought, sent to them, or never sent. */
  for_fan: v.nullable(v.picklist(['owned', 'sent', 'never'])),
  used_in: v.nullable(v.object({ posts: v.number(), messages: v.number() })),
  created_at: time,
})
export type PrivateMedia = v.InferOutput<typeof privateMediaShape>

export const media = {
  unlock: endpoint({
    method: 'POST',
    path: '/api/media/{id}/unlock',
    access: ownerOnly({ verified: true }),
    input: v.object({
      id,
      expected_price: v.optional(coinsSeen),
      /** The post or message to buy, when several sell the media. */
      within: v.optional(id),
    }),
    output: v.object({
      media: mediaShape,
      meta: v.object({ price_paid: coins, charged: coins, coins }),
    }),
    errors: [
      'insufficient_coins',
      'price_changed',
      'spending_limit',
      'forbidden',
      'not_found',
      'gone',
      'idempotency_conflict',
    ],
    summary: 'Buy a media; one that is owned costs nothing and is returned again.',
    money: true,
  }),
  // Stands before the paths with an id, which would match `labels`.
  labels: endpoint({
    method: 'GET',
    path: '/api/private-medias/labels',
    access: creator('can_medias'),
    input: v.object({}),
    output: v.object({ folders: v.array(labelShape), tags: v.array(labelShape) }),
    errors: [],
    summary: 'The folders and tags of the vault, by name.',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/private-medias/{id}',
    access: anyone('can_medias'),
    input: v.object({ id }),
    output: privateMediaShape,
    errors: ['not_found'],
    summary: 'A media as the viewer may see it.',
  }),
  vault: endpoint({
    method: 'GET',
    path: '/api/private-medias',
    access: creator('can_medias'),
    input: v.object({
      ...listing,
      folder: v.optional(folderName),
      tag: v.optional(tagName),
      type: v.optional(v.picklist(mediaTypes)),
      for: v.optional(id),
    }),
    output: list(privateMediaShape),
    errors: [],
    summary: "The creator's vault, newest first; `for` adds whether a fan owns or was sent each media.",
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/private-medias/{id}',
    access: creator('can_medias'),
    input: v.object({
      id,
      name: v.optional(v.nullable(text(mediaNameLength))),
      description: v.optional(v.nullable(text(mediaDescriptionLength))),
      folder: v.optional(v.nullable(folderName)),
      tags: v.optional(v.pipe(v.array(tagName), v.maxLength(tagsPerMedia))),
    }),
    output: privateMediaShape,
    errors: ['not_found'],
    summary: 'Change name, description, folder or tags of a media.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/private-medias/{id}',
    access: creator('can_medias'),
    input: v.object({ id }),
    output: done,
    errors: ['not_found'],
    summary: 'Delete a media from the vault and from every post; what fans bought stays theirs.',
  }),
  uses: endpoint({
    method: 'GET',
    path: '/api/private-medias/{id}/uses',
    access: creator('can_medias'),
    input: v.object({ id }),
    output: v.object({
      posts: v.array(
        v.object({ id: v.string(), text: v.string(), visibility: v.string(), draft: v.boolean(), created_at: time }),
      ),
      messages: v.number(),
      buyers: v.number(),
    }),
    errors: ['not_found'],
    summary: 'Where a media is used: posts (the newest hundred), number of messages and of buyers.',
  }),
  unlocked: endpoint({
    method: 'GET',
    path: '/api/unlocked',
    access: ownerOnly(),
    input: v.object(listing),
    output: list(
      v.object({
        media: mediaShape,
        creator: v.object({ id: v.string(), username: v.nullable(v.string()) }),
        price_paid: coins,
        bought_at: time,
      }),
    ),
    errors: [],
    summary: 'Everything that the fan bought, newest first.',
  }),
}

import * as v from 'valibot'
import { anyone, creator, endpoint, ownerOnly } from './endpoint.ts'
import { longestFilmSeconds, mediaDescriptionLength, mediaNameLength, tagsPerMedia } from './limits.ts'
import { coins, coinsSeen, done, id, list, listing, text, time } from './shapes.ts'
import { folderName, mediaTypes, tagName, vaultFilter } from './vault-filter.ts'

const percent = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100))
/** The point that stays visible where a picture is cropped, in percent from the left and from the top. */
const focalShape = v.object({ x: percent, y: percent })
export type Focal = v.InferOutput<typeof focalShape>

/** A media as the viewer may see it. While locked, its addresses and `description` are null; `preview` is always safe to show. */
export const mediaShape = v.object({
  id: v.string(),
  type: v.picklist(mediaTypes),
  locked: v.boolean(),
  price: v.nullable(coins),
  preview: v.nullable(v.string()),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  duration: v.nullable(v.number()),
  /** A picture of at most 1,080 px a side, or the film or the sound itself. */
  url: v.nullable(v.string()),
  /** The picture of at most 600 px a side, for lists on phones; null for films and sounds. */
  small: v.nullable(v.string()),
  /** The picture of at most 2,560 px a side, as wide as `width`; null where `url` shows as much. */
  full: v.nullable(v.string()),
  /** A copy to keep, as large as it was uploaded and without its metadata; null where its creator allows none. */
  download: v.nullable(v.string()),
  /** The film in several sizes, as an HLS playlist; null where it plays only as it was uploaded. */
  hls: v.nullable(v.string()),
  /** Frames of the film in one picture, row by row, `seconds` apart; null without them. */
  strip: v.nullable(
    v.object({
      url: v.string(),
      count: v.number(),
      columns: v.number(),
      width: v.number(),
      height: v.number(),
      seconds: v.number(),
    }),
  ),
  /** The picture shown for a video until it plays; null without one. */
  poster: v.nullable(v.string()),
  /** What lists show of a picture or a poster that they crop; null where nothing is known, and while locked. */
  focal: v.nullable(focalShape),
  /** The creator's description for fans who cannot see or hear the media; null without one. */
  description: v.nullable(v.string()),
  /** The course of a sound in 200 bars from 0 to 100; null while locked, or where it could not be read. */
  waveform: v.nullable(v.array(v.number())),
  /** What is said in a film or a sound, as WebVTT in several languages, and whether a person has read it; empty while locked. */
  captions: v.array(v.object({ language: v.string(), url: v.string(), by_machine: v.boolean() })),
})
export type Media = v.InferOutput<typeof mediaShape>

/** A folder or a tag of the vault with its number of media. */
const labelShape = v.object({ name: v.string(), count: v.number() })

/** A media in its owner's vault, or as another viewer may see it (then the vault's fields are null). */
const privateMediaShape = v.object({
  ...mediaShape.entries,
  state: v.picklist(['processing', 'ready', 'failed']),
  reason: v.nullable(v.string()),
  folder: v.nullable(v.string()),
  tags: v.array(v.string()),
  /** The owner's name for it, initially the file's; only the owner sees it. */
  name: v.nullable(v.string()),
  /** Whether fans may download it; null follows the account (`media_downloads`). Only the owner sees it. */
  may_download: v.nullable(v.boolean()),
  /** A small square for grids; null without a picture. */
  thumb: v.nullable(v.string()),
  /** For the fan in `for`: bought, sent to them, or never sent. */
  for_fan: v.nullable(v.picklist(['owned', 'sent', 'never'])),
  /** Messages up to `mostUses`. */
  used_in: v.nullable(v.object({ posts: v.number(), messages: v.number() })),
  /** How far the sizes of a film are, from 0 to 1, while they are made; `seconds_left` is null until one can tell. */
  making: v.nullable(v.object({ part: v.number(), seconds_left: v.nullable(v.number()) })),
  /** The second of the film that its owner has chosen for its poster; null where none was chosen. */
  poster_at: v.nullable(v.number()),
  /** Visitors see it already: in a public post, as a free preview, or as avatar or cover. */
  is_public: v.nullable(v.boolean()),
  /** A fan has paid for it, or was given it for pay. */
  is_sold: v.optional(v.nullable(v.boolean())),
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
    input: v.object({ ...listing, ...vaultFilter }),
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
      /** Of a picture; null goes back to the point that was found in it. */
      focal: v.optional(v.nullable(focalShape)),
      may_download: v.optional(v.nullable(v.boolean())),
    }),
    fansRead: ['description'],
    output: privateMediaShape,
    errors: ['not_found'],
    summary: 'Change name, description, folder, tags, focal point of a media, or whether fans may download it.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/private-medias/{id}',
    access: creator('can_medias'),
    input: v.object({ id }),
    output: done,
    errors: ['not_found'],
    summary: 'Delete a media from the vault and from every post, into the trash; what fans bought stays theirs.',
  }),
  choosePoster: endpoint({
    method: 'POST',
    path: '/api/private-medias/{id}/poster',
    access: creator('can_medias'),
    input: v.object({ id, at: v.pipe(v.number(), v.minValue(0), v.maxValue(longestFilmSeconds)) }),
    output: done,
    errors: ['not_found'],
    summary: 'Make the frame at a second of a film its poster, which takes a moment.',
  }),
  uses: endpoint({
    method: 'GET',
    path: '/api/private-medias/{id}/uses',
    access: creator('can_medias'),
    input: v.object({ id }),
    output: v.object({
      posts: v.array(
        v.object({
          id: v.string(),
          text: v.string(),
          visibility: v.string(),
          draft: v.boolean(),
          archived: v.boolean(),
          created_at: time,
        }),
      ),
      messages: v.number(),
      buyers: v.number(),
    }),
    errors: ['not_found'],
    summary: 'Where a media is used: posts (the newest hundred), number of messages and of buyers up to a hundred.',
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

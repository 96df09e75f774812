import * as v from 'valibot'
import { anyone, creator, endpoint, ownerOnly } from './endpoint.ts'
import { coins, id, list, listing, time } from './shapes.ts'

export const mediaTypes = ['IMAGE', 'VIDEO', 'SOUND'] as const

/** A media as the viewer may see it: `url` is null while locked, `preview` is always safe to show. */
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
})
export type Media = v.InferOutput<typeof mediaShape>

/** A media in its owner's vault, or as another viewer may see it (then the vault's facts are null). */
export const privateMediaShape = v.object({
  ...mediaShape.entries,
  state: v.picklist(['processing', 'ready', 'failed']),
  reason: v.nullable(v.string()),
  folder: v.nullable(v.string()),
  tags: v.array(v.string()),
  used_in: v.nullable(v.object({ posts: v.number(), messages: v.number() })),
  created_at: time,
})
export type PrivateMedia = v.InferOutput<typeof privateMediaShape>

export const media = {
  unlock: endpoint({
    method: 'POST',
    path: '/api/media/{id}/unlock',
    access: ownerOnly({ verified: true }),
    input: v.object({ id, expected_price: v.optional(coins) }),
    output: v.object({
      media: mediaShape,
      meta: v.object({ price_paid: coins, charged: coins, coins }),
    }),
    errors: ['insufficient_coins', 'price_changed', 'spending_limit', 'forbidden', 'not_found', 'gone', 'idempotency_conflict'],
    summary: 'Buy a media; owned already it costs nothing and is answered again.',
    money: true,
  }),
  privateMedia: endpoint({
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
      folder: v.optional(v.pipe(v.string(), v.maxLength(60))),
      tag: v.optional(v.pipe(v.string(), v.maxLength(40))),
      type: v.optional(v.picklist(mediaTypes)),
    }),
    output: list(privateMediaShape),
    errors: [],
    summary: "The creator's vault, newest first.",
  }),
  unlocked: endpoint({
    method: 'GET',
    path: '/api/unlocked',
    access: ownerOnly(),
    input: v.object(listing),
    output: list(v.object({ media: mediaShape, creator: v.object({ id: v.string(), username: v.nullable(v.string()) }), price_paid: coins, bought_at: time })),
    errors: [],
    summary: 'Everything the fan has bought, newest first.',
  }),
}

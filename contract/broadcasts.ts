import * as v from 'valibot'
import { creator, endpoint, user } from './endpoint.ts'
import { lastPage, mediaPerMessage, messageLength } from './limits.ts'
import { mediaShape } from './media.ts'
import { coins, coinsIn, done, id, list, listing, text, time, timeIn, whole } from './shapes.ts'
import { userShape } from './users.ts'

/** The audiences of a broadcast (product §31); `exclude` takes the same names. */
export const audiences = [
  'followers',
  'subscribers',
  'all',
  'expired',
  'new_subscribers',
  'spenders',
  'non_spenders',
] as const
const audience = v.picklist(audiences)
const exclusions = v.optional(v.pipe(v.array(audience), v.maxLength(audiences.length)), [])
const queried = v.optional(
  v.pipe(
    v.union([audience, v.array(audience)]),
    v.transform((it) => [it].flat()),
  ),
  [],
)

const broadcastStatuses = ['scheduled', 'sending', 'sent', 'unsent'] as const

const broadcastShape = v.object({
  id: v.string(),
  audience,
  exclude: v.array(audience),
  content: v.string(),
  media: v.array(mediaShape),
  price: v.nullable(coins),
  sender: v.object({ id: v.string(), username: v.nullable(v.string()) }),
  author: v.picklist(['creator', 'team']),
  status: v.picklist(broadcastStatuses),
  created_at: time,
  send_at: time,
  /** The number of receivers; null until the audience is resolved, once, when it is sent. */
  recipients: v.nullable(v.number()),
  sent: v.number(),
  opened: v.number(),
  unlocked: v.number(),
  /** What it earned, before the fee; null to an operator without `can_payment`. */
  earned: v.nullable(coins),
})
export type Broadcast = v.InferOutput<typeof broadcastShape>

/** A broadcast as a fan received it. */
const channelItemShape = v.object({
  id: v.string(),
  message_id: v.string(),
  sender: userShape,
  content: v.string(),
  media: v.array(mediaShape),
  price: v.nullable(coins),
  created_at: time,
  frequency: v.picklist(['all', 'digest', 'off']),
})
export type ChannelItem = v.InferOutput<typeof channelItemShape>

const written = {
  audience,
  exclude: exclusions,
  content: v.optional(text(messageLength), ''),
  media_ids: v.optional(v.pipe(v.array(id), v.maxLength(mediaPerMessage)), []),
  preview_ids: v.optional(v.pipe(v.array(id), v.maxLength(mediaPerMessage)), []),
  price: v.optional(v.nullable(coinsIn)),
  send_at: v.optional(v.nullable(timeIn)),
}

/** A broadcast that is not sent yet, as its author left it. */
const draftShape = v.object({
  audience,
  exclude: v.array(audience),
  content: v.string(),
  media_ids: v.array(v.string()),
  preview_ids: v.array(v.string()),
  price: v.nullable(coins),
  send_at: v.nullable(time),
})
export type BroadcastDraft = v.InferOutput<typeof draftShape>

export const broadcasts = {
  send: endpoint({
    method: 'POST',
    path: '/api/creator/broadcast',
    access: creator(['can_chat', 'can_social'], { verified: true }),
    input: v.object({
      ...written,
      client_id: v.optional(v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(64)))),
    }),
    output: v.object({ id: v.string(), status: v.picklist(broadcastStatuses), recipients: v.number() }),
    errors: ['invalid_amount', 'not_found'],
    rate: 'broadcast',
    summary: 'Send a broadcast to an audience, now or later; the audience is resolved once, when it is sent.',
  }),
  getDraft: endpoint({
    method: 'GET',
    path: '/api/creator/broadcast/draft',
    access: creator(['can_chat', 'can_social']),
    input: v.object({}),
    output: v.object({ draft: v.nullable(draftShape) }),
    errors: [],
    summary: 'The broadcast that the caller is writing for this creator; each operator has a draft of their own.',
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: '/api/creator/broadcast/draft',
    access: creator(['can_chat', 'can_social']),
    input: v.object(written),
    output: done,
    errors: [],
    summary: 'Keep the broadcast that the caller is writing; sending one drops it.',
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/creator/broadcasts',
    access: creator(['can_chat', 'can_social']),
    input: v.object({ ...listing, page: v.optional(whole(1, lastPage)), audience: v.optional(audience) }),
    output: list(broadcastShape),
    errors: [],
    summary: "The creator's broadcasts, newest first.",
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/creator/broadcasts/{id}',
    access: creator(['can_chat', 'can_social']),
    input: v.object({ id }),
    output: broadcastShape,
    errors: ['not_found'],
    summary: 'A broadcast with its progress and figures.',
  }),
  unsend: endpoint({
    method: 'DELETE',
    path: '/api/creator/broadcasts/{id}',
    access: creator(['can_chat', 'can_social']),
    input: v.object({ id }),
    output: done,
    errors: ['not_found'],
    summary: 'Unsend a broadcast: every receiver keeps a tombstone; what was bought stays.',
  }),
  audiences: endpoint({
    method: 'GET',
    path: '/api/creator/audiences',
    access: creator(['can_chat', 'can_social']),
    input: v.object({ audience, exclude: queried }),
    output: v.object({ count: v.number() }),
    errors: [],
    summary: 'The number of fans in an audience now.',
  }),
  channel: endpoint({
    method: 'GET',
    path: '/api/chat/channel',
    access: user(['can_chat', 'can_social']),
    input: v.object({ ...listing, creator_id: v.optional(id) }),
    output: list(channelItemShape),
    errors: [],
    summary: 'The broadcasts that the user received, from all creators, newest first.',
  }),
  setFrequency: endpoint({
    method: 'PUT',
    path: '/api/chat/channel/{creatorId}',
    access: user(['can_chat', 'can_social']),
    input: v.object({ creatorId: id, frequency: v.picklist(['all', 'digest', 'off']) }),
    output: v.object({ frequency: v.picklist(['all', 'digest', 'off']) }),
    errors: ['not_found'],
    summary: 'Where broadcasts of a creator appear: in the chat, in the channel only, or nowhere.',
  }),
}

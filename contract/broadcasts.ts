import * as v from 'valibot'
import { audienceChoiceShape } from './audience-filter.ts'
import { creator, endpoint, user } from './endpoint.ts'
import { lastPage, mediaPerMessage, messageLength, mostPerWeek } from './limits.ts'
import { mediaShape } from './media.ts'
import { coins, coinsIn, done, id, list, listing, text, time, timeIn, whole, yes } from './shapes.ts'
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
/** What a broadcast goes to: one of them, a list, chosen fans, or those who did not open another broadcast. */
const broadcastAudiences = [...audiences, 'list', 'chosen', 'unopened'] as const
const audience = v.picklist(audiences)
export const broadcastAudience = v.picklist(broadcastAudiences)
export type BroadcastAudience = (typeof broadcastAudiences)[number]
const exclusions = v.optional(v.pipe(v.array(audience), v.maxLength(audiences.length)), [])
const severalIds = v.optional(
  v.pipe(
    v.union([v.pipe(v.array(id), v.maxLength(mediaPerMessage)), id]),
    v.transform((it) => [it].flat()),
  ),
  [],
)
const queried = v.optional(
  v.pipe(
    v.union([audience, v.array(audience)]),
    v.transform((it) => [it].flat()),
  ),
  [],
)

/** How many of an audience are left out, by the first rail that stops each (product §51). */
const leftOutShape = v.object({
  /** They turned the creator's broadcasts off. */
  off: v.number(),
  /** They own everything in it. */
  owns: v.number(),
  /** They wait for an answer. */
  waiting: v.number(),
  /** They got as many this week as they may. */
  weekly: v.number(),
})
export type LeftOut = v.InferOutput<typeof leftOutShape>

const broadcastStatuses = ['scheduled', 'sending', 'sent', 'unsent'] as const

const broadcastShape = v.object({
  id: v.string(),
  audience: broadcastAudience,
  exclude: v.array(audience),
  /** The name of the list; null for another audience, or when the list is gone. */
  list_name: v.nullable(v.string()),
  /** Null until the audience is resolved. */
  left_out: v.nullable(leftOutShape),
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

const recipients = {
  audience: broadcastAudience,
  exclude: exclusions,
  /** For the audience `list`. */
  list_id: v.optional(v.nullable(id)),
  /** For the audience `unopened`: the broadcast that its fans did not open. */
  again_of: v.optional(v.nullable(id)),
  /** Leaves out fans whose last message has no answer. */
  skip_waiting: v.optional(v.boolean(), true),
}
const media = v.optional(v.pipe(v.array(id), v.maxLength(mediaPerMessage)), [])

const written = {
  ...recipients,
  /** For the audience `chosen`. */
  choice: v.optional(v.nullable(audienceChoiceShape)),
  content: v.optional(text(messageLength), ''),
  media_ids: media,
  preview_ids: media,
  price: v.optional(v.nullable(coinsIn)),
  send_at: v.optional(v.nullable(timeIn)),
}

const previewShape = v.object({
  content: v.string(),
  media: v.array(mediaShape),
  /** What opening the rest would cost this fan; null where nothing is left to pay. */
  price: v.nullable(coins),
  /** The rail that would leave them out, whatever the audience. */
  left_out: v.nullable(v.picklist(['off', 'owns', 'waiting', 'weekly'])),
})
export type BroadcastPreview = v.InferOutput<typeof previewShape>

const limitShape = v.object({ per_week: v.number() })

/** A broadcast that is not sent yet, as its author left it. */
const draftShape = v.object({
  audience: broadcastAudience,
  exclude: v.array(audience),
  list_id: v.nullable(v.string()),
  choice: v.nullable(audienceChoiceShape),
  again_of: v.nullable(v.string()),
  skip_waiting: v.boolean(),
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
      /** Sending begins ten seconds later, until when it can be withdrawn. */
      hold: v.optional(v.boolean(), false),
    }),
    fansRead: ['content'],
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
  withdraw: endpoint({
    method: 'POST',
    path: '/api/creator/broadcasts/{id}/withdraw',
    access: creator(['can_chat', 'can_social']),
    input: v.object({ id }),
    output: v.object({ draft: draftShape }),
    errors: ['not_found', 'already_done'],
    summary:
      'Make a broadcast that is planned, or held for ten seconds, the draft of the caller again; no fan has it yet.',
  }),
  move: endpoint({
    method: 'POST',
    path: '/api/creator/broadcasts/{id}/move',
    access: creator(['can_chat', 'can_social']),
    /** `moved_from` is the time for which the caller sees it planned. */
    input: v.object({ id, send_at: timeIn, moved_from: timeIn }),
    output: v.object({ send_at: time }),
    errors: ['not_found', 'not_planned', 'time_passed'],
    summary: 'Plan a broadcast for another time, while it is planned for the time that the caller sees.',
  }),
  audiences: endpoint({
    method: 'GET',
    path: '/api/creator/audiences',
    access: creator(['can_chat', 'can_social']),
    rate: 'heavy',
    input: v.object({
      ...recipients,
      exclude: queried,
      skip_waiting: v.optional(yes, true),
      media_ids: severalIds,
      preview_ids: severalIds,
    }),
    output: v.object({ count: v.number(), left_out: leftOutShape }),
    errors: ['not_found'],
    summary:
      'How many fans would get a broadcast now and how many are left out; `chosen` are those of the caller’s draft.',
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/creator/broadcast/preview',
    access: creator(['can_chat', 'can_social']),
    input: v.object({
      fan_id: id,
      content: written.content,
      media_ids: media,
      preview_ids: media,
      price: written.price,
      skip_waiting: recipients.skip_waiting,
    }),
    output: previewShape,
    errors: ['not_found'],
    summary: 'A broadcast as one fan would read it, and whether it would be sent to them. Sends nothing.',
  }),
  getLimit: endpoint({
    method: 'GET',
    path: '/api/creator/broadcast/limit',
    access: creator(['can_chat', 'can_social']),
    input: v.object({}),
    output: limitShape,
    errors: [],
    summary: 'How many broadcasts a fan of the creator gets in seven days at most.',
  }),
  setLimit: endpoint({
    method: 'PUT',
    path: '/api/creator/broadcast/limit',
    access: creator(['can_chat', 'can_social']),
    input: v.object({ per_week: whole(1, mostPerWeek) }),
    output: limitShape,
    errors: [],
    summary: 'Set how many broadcasts a fan gets in seven days at most.',
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

import * as v from 'valibot'
import { audienceChoiceShape } from './audience-filter.ts'
import { mediaShape } from './media.ts'
import { compareHours } from './policy/text-comparison.ts'
import { coins, time } from './shapes.ts'
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
export const audience = v.picklist(audiences)
export const broadcastAudience = v.picklist(broadcastAudiences)
export type BroadcastAudience = (typeof broadcastAudiences)[number]
/** How many of an audience are left out, by the first rail that stops each (product §51). */
export const leftOutShape = v.object({
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

/** One whose two texts are compared is `comparing` while some have them and the others wait (product §88). */
export const broadcastStatuses = ['scheduled', 'sending', 'comparing', 'sent', 'unsent'] as const
const textVersion = v.picklist(['first', 'second'])

/** What came of one of two texts, with the fans who got it to compare them. */
const versionShape = v.object({
  sent: v.number(),
  opened: v.number(),
  unlocked: v.number(),
  /** As `earned` of the broadcast. */
  earned: v.nullable(coins),
})
const resultShape = v.object({ sent: v.number(), hits: v.number() })

const comparisonShape = v.object({
  second_content: v.string(),
  hours: v.picklist(compareHours),
  /** How many get each text; null until the audience is resolved, 0 where it was too small and the first text went to all. */
  each: v.nullable(v.number()),
  measure: v.picklist(['opened', 'unlocked']),
  first: versionShape,
  second: versionShape,
  /** When a text goes to the others; null where that waits for the creator, or no one is left to get it. */
  rest_at: v.nullable(time),
  /** What the others get or got; null until it is decided, and where they get nothing. */
  winner: v.nullable(textVersion),
  /** How it was decided and the figures of that moment. */
  decided: v.nullable(v.object({ by: v.picklist(['rule', 'choice']), first: resultShape, second: resultShape })),
})
export type TextComparison = v.InferOutput<typeof comparisonShape>

export const broadcastShape = v.object({
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
  /** Null for a broadcast with one text. */
  comparison: v.nullable(comparisonShape),
})
export type Broadcast = v.InferOutput<typeof broadcastShape>

/** A broadcast as a fan received it. */
export const channelItemShape = v.object({
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

export const previewShape = v.object({
  content: v.string(),
  second_content: v.nullable(v.string()),
  media: v.array(mediaShape),
  /** What opening the rest would cost this fan; null where nothing is left to pay. */
  price: v.nullable(coins),
  /** The rail that would leave them out, whatever the audience. */
  left_out: v.nullable(v.picklist(['off', 'owns', 'waiting', 'weekly'])),
})
export type BroadcastPreview = v.InferOutput<typeof previewShape>

/** A broadcast that its author sent to themselves, as a fan would have received it. */
export const copyShape = v.object({
  sent_at: time,
  sender: userShape,
  content: v.string(),
  second_content: v.nullable(v.string()),
  media: v.array(mediaShape),
  price: v.nullable(coins),
})
export type BroadcastCopy = v.InferOutput<typeof copyShape>
/** A broadcast that is not sent yet, as its author left it. */
export const draftShape = v.object({
  audience: broadcastAudience,
  exclude: v.array(audience),
  list_id: v.nullable(v.string()),
  choice: v.nullable(audienceChoiceShape),
  again_of: v.nullable(v.string()),
  skip_waiting: v.boolean(),
  content: v.string(),
  second_content: v.nullable(v.string()),
  compare_hours: v.picklist(compareHours),
  media_ids: v.array(v.string()),
  preview_ids: v.array(v.string()),
  price: v.nullable(coins),
  send_at: v.nullable(time),
})
export type BroadcastDraft = v.InferOutput<typeof draftShape>

import * as v from 'valibot'
import { messageShape } from './chat.ts'
import { mediaShape } from './media.ts'
import { coins, time } from './shapes.ts'
import { userShape } from './users.ts'

/**
 * Events that the API sends to a browser over `/ws` (spec §7, product §30) as text frames `{id, type, …}`. Names and
 * fields of the specification are unchanged. A client ignores unknown types.
 */
export const liveEvents = {
  new_message: v.object({
    sender: v.object({ id: v.string(), username: v.nullable(v.string()) }),
    message: messageShape,
    session_id: v.string(),
    seq: v.number(),
  }),
  new_broadcast: v.object({
    sender: v.object({ id: v.string(), username: v.nullable(v.string()) }),
    content: v.string(),
    created_at: time,
    media: v.array(mediaShape),
    session_id: v.optional(v.string()),
    message: v.optional(messageShape),
  }),
  new_notification: v.object({ notification_id: v.optional(v.string()), kind: v.optional(v.string()) }),
  /** A creator whom the user follows has published a post. Only a hint: it is not recorded, so a gap loses it. */
  new_post: v.object({ author_id: v.string() }),
  typing: v.object({ sender_id: v.string(), is_typing: v.boolean() }),
  read: v.object({ session_id: v.string(), reader_id: v.string(), message_id: v.string(), seq: v.number() }),
  message_updated: v.object({ session_id: v.string(), message: messageShape }),
  message_deleted: v.object({
    session_id: v.string(),
    message_id: v.string(),
    seq: v.number(),
    unsent: v.optional(v.boolean()),
  }),
  media_unlocked: v.object({
    media_ids: v.array(v.string()),
    session_id: v.nullable(v.string()),
    by: v.nullable(v.string()),
  }),
  request_updated: v.object({ request_id: v.string(), other_id: v.string() }),
  /** A creator has begun or stopped to take pictures and voice notes of a fan; both read the conversation again. */
  media_taken: v.object({ other_id: v.string() }),
  presence: v.object({ user_id: v.string(), online: v.boolean() }),
  balance: v.object({ coins }),
  /**
   * An operator or the creator has opened or left the creator's conversation with a fan. Only users who may chat as the
   * creator receive it, and the name of an operator of another agency is null. `asks` is for other nodes.
   */
  team_here: v.object({
    creator_id: v.string(),
    fan_id: v.string(),
    person_id: v.string(),
    agency_id: v.nullable(v.string()),
    name: v.nullable(v.string()),
    is_here: v.boolean(),
    is_typing: v.boolean(),
    asks: v.boolean(),
  }),
  /** An operator has claimed, handed over or released a conversation of the creator (product §58). */
  team_claim: v.object({
    agency_id: v.string(),
    creator_id: v.string(),
    fan_id: v.string(),
    operator: v.nullable(userShape),
    until: v.nullable(time),
  }),
  /**
   * An event of a creator, for an operator in person who has the team inbox open and may chat for the creator. `type` is
   * that of the event; messages have no addresses of media. `missed` asks the client to read the inbox again.
   */
  team_event: v.object({
    agency_id: v.string(),
    creator_id: v.string(),
    event: v.variant('type', [
      v.object({ type: v.literal('new_message'), message: messageShape }),
      v.object({ type: v.literal('message_updated'), message: messageShape }),
      v.object({ type: v.literal('message_deleted'), session_id: v.string(), message_id: v.string() }),
      v.object({ type: v.literal('read'), session_id: v.string(), reader_id: v.string(), seq: v.number() }),
      v.object({ type: v.literal('media_unlocked'), fan_id: v.string() }),
      v.object({ type: v.literal('request_updated'), fan_id: v.string() }),
      v.object({ type: v.literal('typing'), sender_id: v.string(), is_typing: v.boolean() }),
      v.object({
        type: v.literal('team_claim'),
        fan_id: v.string(),
        operator: v.nullable(userShape),
        until: v.nullable(time),
      }),
      v.object({ type: v.literal('missed') }),
      v.object({ type: v.literal('access_ended') }),
    ]),
  }),
  /** What a creator has planned was changed, or has gone out; a hint to read the calendar again (product §75). */
  calendar_changed: v.object({ kind: v.picklist(['post', 'broadcast', 'offer']) }),
  /** An operator did something as the creator, so the log has changed (product §36). */
  acting_log: v.object({}),
  session_revoked: v.object({ reason: v.string() }),
  resumed: v.object({ complete: v.boolean() }),
} as const

export type LiveType = keyof typeof liveEvents
export type LivePayload<T extends LiveType> = v.InferOutput<(typeof liveEvents)[T]>
export type LiveEvent = { [T in LiveType]: { id: string; type: T } & LivePayload<T> }[LiveType]

/**
 * Frames from a browser: `typing`, `read_receipt`, `resume`, and `looking`, which names the fan whose conversation a
 * creator or operator has open (null for none), or says that an operator is in the team inbox. `team_inbox` begins and
 * ends the events of all creators for whom an operator in person may chat.
 */
export const liveFrames = v.variant('type', [
  v.object({ type: v.literal('typing'), receiver_id: v.pipe(v.string(), v.maxLength(64)), is_typing: v.boolean() }),
  v.object({ type: v.literal('read_receipt'), message_id: v.pipe(v.string(), v.maxLength(64)) }),
  v.object({
    type: v.literal('looking'),
    receiver_id: v.nullable(v.pipe(v.string(), v.maxLength(64))),
    desk: v.optional(v.boolean()),
  }),
  v.object({ type: v.literal('team_inbox'), is_open: v.boolean() }),
  v.object({ type: v.literal('resume'), after: v.nullable(v.pipe(v.string(), v.maxLength(64))) }),
])

export type LiveFrame = v.InferOutput<typeof liveFrames>

export const closeCodes = { revoked: 4001, forbidden: 4003, misuse: 1008, tooLarge: 1009, restart: 1012 } as const
export const frameBytes = 65_536
export const pingMs = 25_000

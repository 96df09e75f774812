import * as v from 'valibot'
import { lastMessageTypes, messageInput, messageShape, openConversationShape, placeInHistory } from './chat.ts'
import { draftInput, draftShape } from './chat-drafts.ts'
import { foundShape, soughtText } from './chat-search.ts'
import { fanShape, repliesInput, savedRepliesShape } from './chat-tools.ts'
import { endpoint, endpointOnBehalf, onBehalf, ownerOnly } from './endpoint.ts'
import { teamInboxShows, teamInboxSorts } from './inbox-views.ts'
import { searchLength } from './limits.ts'
import { permissionsShape } from './profile.ts'
import { requestShape } from './requests.ts'
import { asCreator, coins, done, id, list, listing, text, time } from './shapes.ts'
import { shiftShape } from './shifts.ts'
import { userShape } from './users.ts'

/**
 * The lease of an operator on a conversation (product §58), and the note left for them. `operator` is null when no one
 * holds it.
 */
const claimShape = v.object({ operator: v.nullable(userShape), note: v.string(), at: time, until: v.nullable(time) })
export type Claim = v.InferOutput<typeof claimShape>

/** A conversation of a creator whom the operator may act for, in the team inbox. */
const teamInboxRowShape = v.object({
  session_id: v.string(),
  agency_id: v.string(),
  creator: userShape,
  fan: userShape,
  last_message: v.nullable(v.string()),
  last_message_type: v.picklist(lastMessageTypes),
  last_message_at: v.nullable(time),
  last_seq: v.number(),
  unread_count: v.number(),
  awaits_answer: v.boolean(),
  /** Whether the creator may write to the fan; a fan who may not be answered does not wait. */
  may_write: v.boolean(),
  is_subscriber: v.boolean(),
  /** What the fan has paid the creator; null for an operator without `can_payment`. */
  spent: v.nullable(coins),
  /** The oldest paid request that waits for the creator; its price is null for an operator without `can_payment`. */
  request: v.nullable(v.object({ price: v.nullable(coins) })),
  claim: v.nullable(claimShape),
})
export type TeamInboxRow = v.InferOutput<typeof teamInboxRowShape>

/**
 * A creator in the team inbox: under which agency, with which rights and when, and how many fans wait, up to 100; none
 * while the operator is off shift.
 */
const teamCreatorShape = v.object({
  agency_id: v.string(),
  agency_name: v.string(),
  creator: userShape,
  permissions: permissionsShape,
  shift: v.nullable(shiftShape),
  /** When the grant or the shift that is on ends by itself; null where neither does. */
  ends_at: v.optional(v.nullable(time)),
  waiting: v.number(),
})
export type TeamCreator = v.InferOutput<typeof teamCreatorShape>

const teamConversationShape = v.object({
  conversation: openConversationShape,
  /** Null for a fan who neither follows, subscribes nor has written. */
  fan: v.nullable(fanShape),
  messages: list(messageShape),
  claim: v.nullable(claimShape),
  /** The message that the operator is writing to the fan for this creator (product §78). */
  draft: v.nullable(draftShape),
  /** The paid requests between the two, newest first. */
  requests: v.array(requestShape),
})
export type TeamConversation = v.InferOutput<typeof teamConversationShape>

/** The operator's team inbox over all creators whose grant has `can_chat`, answered without acting as one of them. */
export const teamInbox = {
  inbox: endpoint({
    method: 'GET',
    path: '/api/team-desk',
    access: ownerOnly({ verified: true }),
    input: v.object({
      ...listing,
      show: v.optional(v.picklist(teamInboxShows), 'all'),
      sort: v.optional(v.picklist(teamInboxSorts), 'recent'),
      creator_id: v.optional(id),
      /** A part of the name of the fan. */
      q: v.optional(text(searchLength)),
    }),
    output: list(teamInboxRowShape),
    errors: [],
    summary:
      'The conversations of all creators the operator may chat for, latest message first; `sort=waiting` lists those that wait, longest first, `q` those with fans of this name.',
  }),
  creators: endpoint({
    method: 'GET',
    path: '/api/team-desk/creators',
    access: ownerOnly({ verified: true }),
    input: v.object({}),
    output: v.object({ data: v.array(teamCreatorShape) }),
    errors: [],
    summary: 'The creators the operator may chat for, with how many of their fans wait for an answer.',
  }),
  claim: endpoint({
    method: 'PUT',
    path: '/api/team-desk/claims',
    access: ownerOnly({ verified: true }),
    input: v.object({
      agency_id: id,
      creator_id: id,
      fan_id: id,
      operator_id: v.optional(v.nullable(id)),
      note: v.optional(text(1000)),
    }),
    output: v.object({ ok: v.literal(true), until: v.nullable(time) }),
    errors: ['not_found', 'already_done'],
    summary:
      'Claim a conversation for five minutes or renew the claim, hand it to another operator with a note, or release it (operator null).',
  }),
  colleagues: endpointOnBehalf({
    method: 'GET',
    path: '/api/team-desk/colleagues',
    access: onBehalf('can_chat'),
    input: v.object(asCreator),
    output: v.object({ data: v.array(userShape) }),
    errors: [],
    summary: 'The others of the team who may chat for a creator now and so be handed a conversation, by name.',
  }),
  conversation: endpointOnBehalf({
    method: 'GET',
    path: '/api/team-desk/conversation',
    access: onBehalf('can_chat'),
    input: v.object({ ...asCreator, fan_id: id, ...listing }),
    output: teamConversationShape,
    errors: ['not_found'],
    summary: 'A conversation of a creator with a fan: messages, what is known of the fan, and who has claimed it.',
  }),
  messages: endpointOnBehalf({
    method: 'GET',
    path: '/api/team-desk/messages',
    access: onBehalf('can_chat'),
    input: v.object({ ...asCreator, fan_id: id, limit: listing.limit, ...placeInHistory }),
    output: list(messageShape),
    errors: ['not_found'],
    summary: 'The messages of a conversation of a creator from any place on, as in `GET /api/chat/messages/{userId}`.',
  }),
  find: endpointOnBehalf({
    method: 'GET',
    path: '/api/team-desk/messages/search',
    access: onBehalf('can_chat'),
    input: v.object({ ...asCreator, fan_id: id, q: soughtText, ...listing }),
    output: foundShape,
    errors: ['not_found'],
    rate: 'heavy',
    summary: 'The messages of a conversation of a creator that hold a text, newest first.',
  }),
  send: endpointOnBehalf({
    method: 'POST',
    path: '/api/team-desk/messages',
    access: onBehalf('can_chat'),
    input: v.object({ ...asCreator, ...messageInput, despite_claim: v.optional(v.boolean(), false) }),
    fansRead: ['content'],
    output: messageShape,
    errors: [
      'missing_receiver_id',
      'chat_closed',
      'conversation_claimed',
      'invalid_amount',
      'not_creator',
      'not_found',
      'own_thing',
      'price_unconfirmed',
    ],
    summary:
      'Send a message as the team of a creator. A conversation that a colleague has claimed is refused with `conversation_claimed`, unless `despite_claim` is sent.',
  }),
  saveDraft: endpointOnBehalf({
    method: 'PUT',
    path: '/api/team-desk/draft',
    access: onBehalf('can_chat'),
    input: v.object({ ...asCreator, fan_id: id, ...draftInput }),
    output: done,
    errors: ['not_found'],
    summary: 'Keep the message that the operator is writing for a creator; an empty one is dropped.',
  }),
  read: endpointOnBehalf({
    method: 'POST',
    path: '/api/team-desk/read',
    access: onBehalf('can_chat'),
    input: v.object({ ...asCreator, message_id: id }),
    output: done,
    errors: [],
    summary: 'Mark the messages of a conversation of a creator as read, up to this one.',
  }),
  replies: endpointOnBehalf({
    method: 'GET',
    path: '/api/team-desk/saved-replies',
    access: onBehalf('can_chat'),
    input: v.object({ ...asCreator, ...repliesInput }),
    output: savedRepliesShape,
    errors: [],
    summary: 'The saved replies of a creator by folder and in their order; `{name}` stands for the fan.',
  }),
}

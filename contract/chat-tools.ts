import * as v from 'valibot'
import { creator, endpoint } from './endpoint.ts'
import { messageLength } from './limits.ts'
import { coins, done, id, text, time } from './shapes.ts'

/** What a creator sees about a fan beside the conversation. Amounts are null for an operator without `can_payment`. */
export const fanShape = v.object({
  user_id: v.string(),
  follows_since: v.nullable(time),
  subscribed_since: v.nullable(time),
  subscribed_until: v.nullable(time),
  is_subscriber: v.boolean(),
  writes_since: v.nullable(time),
  spent: v.nullable(coins),
  note: v.string(),
  lists: v.array(v.string()),
})
export type Fan = v.InferOutput<typeof fanShape>

export const savedReplyShape = v.object({ id: v.string(), title: v.string(), content: v.string() })
export type SavedReply = v.InferOutput<typeof savedReplyShape>

const welcomeShape = v.object({ enabled: v.boolean(), content: v.string() })

const reply = { title: text(60, 1), content: text(messageLength, 1) }

/** The creator's tools beside the chat: fan panel, notes, saved replies, welcome message. */
export const chatTools = {
  fan: endpoint({
    method: 'GET',
    path: '/api/chat/fans/{userId}',
    access: creator('can_chat'),
    input: v.object({ userId: id }),
    output: fanShape,
    errors: ['not_found'],
    summary: 'A fan as the creator sees them: subscription, amount spent, note.',
  }),
  setNote: endpoint({
    method: 'PUT',
    path: '/api/chat/fans/{userId}/note',
    access: creator('can_chat'),
    input: v.object({
      userId: id,
      note: text(2000),
      lists: v.optional(v.pipe(v.array(text(40, 1)), v.maxLength(20)), []),
    }),
    output: fanShape,
    errors: ['not_found'],
    summary: 'Write a note about a fan, for the creator and the team.',
  }),
  replies: endpoint({
    method: 'GET',
    path: '/api/chat/saved-replies',
    access: creator('can_chat'),
    input: v.object({}),
    output: v.object({ data: v.array(savedReplyShape) }),
    errors: [],
    summary: 'Saved replies; `{name}` stands for the fan.',
  }),
  saveReply: endpoint({
    method: 'POST',
    path: '/api/chat/saved-replies',
    access: creator('can_chat'),
    input: v.object({ id: v.optional(id), ...reply }),
    output: savedReplyShape,
    errors: ['not_found', 'already_done'],
    summary: 'Add a saved reply, or change the one with this id; a hundred at most.',
  }),
  removeReply: endpoint({
    method: 'DELETE',
    path: '/api/chat/saved-replies/{id}',
    access: creator('can_chat'),
    input: v.object({ id }),
    output: done,
    errors: ['not_found'],
    summary: 'Delete a saved reply.',
  }),
  welcome: endpoint({
    method: 'GET',
    path: '/api/chat/welcome',
    access: creator('can_chat'),
    input: v.object({}),
    output: welcomeShape,
    errors: [],
    summary: 'The welcome message for new subscribers.',
  }),
  setWelcome: endpoint({
    method: 'PUT',
    path: '/api/chat/welcome',
    access: creator('can_chat'),
    input: v.object({ enabled: v.boolean(), content: text(messageLength) }),
    output: welcomeShape,
    errors: [],
    summary: 'Set the welcome message for new subscribers.',
  }),
}

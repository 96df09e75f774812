import * as v from 'valibot'
import { endpoint, user } from './endpoint.ts'
import { mediaPerMessage, messageLength } from './limits.ts'
import { coins, coinsIn, done, id, text, time } from './shapes.ts'

/** A message that is being written, and to whom. */
export const draftShape = v.object({
  user_id: v.string(),
  content: v.string(),
  /** Those of the author's media that still exist. */
  media_ids: v.array(v.string()),
  preview_ids: v.array(v.string()),
  price: v.nullable(coins),
  saved_reply_id: v.nullable(v.string()),
  updated_at: time,
})
export type MessageDraft = v.InferOutput<typeof draftShape>

/** What is being written; nothing is asked of it but its form. */
export const draftInput = {
  content: text(messageLength),
  media_ids: v.optional(v.pipe(v.array(id), v.maxLength(mediaPerMessage)), []),
  preview_ids: v.optional(v.pipe(v.array(id), v.maxLength(mediaPerMessage)), []),
  price: v.optional(v.nullable(coinsIn)),
  saved_reply_id: v.optional(v.nullable(id)),
}

/** Messages that are being written, on every device of their author (product §78). */
export const chatDrafts = {
  list: endpoint({
    method: 'GET',
    path: '/api/chat/drafts',
    access: user('can_chat'),
    input: v.object({}),
    output: v.object({ data: v.array(draftShape) }),
    errors: [],
    summary: 'The messages that the caller is writing, the latest 200; each operator has their own for a creator.',
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/chat/drafts/{userId}',
    access: user('can_chat'),
    input: v.object({ userId: id, ...draftInput }),
    output: done,
    errors: ['not_found'],
    summary: 'Keep the message that the caller is writing to a user; an empty one is dropped.',
  }),
}

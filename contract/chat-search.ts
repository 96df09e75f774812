import * as v from 'valibot'
import { endpoint, user } from './endpoint.ts'
import { searchLength } from './limits.ts'
import { id, listing, text, time } from './shapes.ts'

/** A message that holds what is looked for, with the words around it. */
const foundMessageShape = v.object({
  id: v.string(),
  seq: v.number(),
  sender_id: v.string(),
  excerpt: v.string(),
  created_at: time,
})
export type FoundMessage = v.InferOutput<typeof foundMessageShape>

/** A page of what was found. */
export const foundShape = v.object({
  data: v.array(foundMessageShape),
  /** There are earlier messages, which may hold more. */
  next: v.nullable(v.string()),
  /** When the messages were sent that come next to be looked at; null if all of them were. */
  searched_to: v.nullable(time),
})
export type FoundMessages = v.InferOutput<typeof foundShape>
export const soughtText = text(searchLength, 1)

/** Finding a message in a conversation (product §77). */
export const chatSearch = {
  find: endpoint({
    method: 'GET',
    path: '/api/chat/messages/{userId}/search',
    access: user('can_chat'),
    input: v.object({ userId: id, q: soughtText, ...listing }),
    output: foundShape,
    errors: ['not_found'],
    rate: 'heavy',
    summary: 'The messages with a user that hold a text, newest first; a call looks at 10,000 messages at most.',
  }),
}

import * as v from 'valibot'
import { endpoint, user } from './endpoint.ts'
import { id, timeIn } from './shapes.ts'

/** What can be done with conversations of the list, one or many at once. */
export const conversationActs = [
  'hide',
  'unhide',
  'mute',
  'unmute',
  'read',
  'unread',
  'pin',
  'unpin',
  'snooze',
  'unsnooze',
] as const
export type ConversationAct = (typeof conversationActs)[number]

/** The inbox as a place to work: many conversations at once, and how many each view has (product §59). */
export const inbox = {
  change: endpoint({
    method: 'POST',
    path: '/api/chat/conversations/change',
    access: user('can_chat'),
    input: v.object({
      /** Without them `read` is about every unread conversation of the inbox, 5,000 at most. */
      ids: v.optional(v.pipe(v.array(id), v.minLength(1), v.maxLength(100))),
      act: v.picklist(conversationActs),
      until: v.optional(v.nullable(timeIn)),
      mode: v.optional(v.picklist(['creator'])),
    }),
    output: v.object({ changed: v.array(v.string()) }),
    errors: [],
    summary:
      'Hide, mute, pin, snooze or mark conversations, many at once; answers those that it changed. Reading here clears counts and sends no receipt.',
  }),
  counts: endpoint({
    method: 'GET',
    path: '/api/chat/counts',
    access: user('can_chat'),
    input: v.object({ mode: v.optional(v.picklist(['creator'])) }),
    output: v.object({
      unread: v.number(),
      unanswered: v.number(),
      waiting: v.number(),
      requested: v.number(),
      pinned: v.number(),
      snoozed: v.number(),
    }),
    errors: ['not_creator'],
    summary: 'How many conversations each view of the inbox has; counting stops at 100.',
  }),
}

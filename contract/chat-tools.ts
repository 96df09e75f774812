import * as v from 'valibot'
import { creator, endpoint } from './endpoint.ts'
import { mediaPerMessage, messageLength, replyFolderLength, replyTitleLength, searchLength } from './limits.ts'
import { coins, coinsIn, done, id, list, listing, text, time } from './shapes.ts'

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

const savedReplyShape = v.object({
  id: v.string(),
  title: v.string(),
  content: v.string(),
  /** The name of its folder; empty for none. */
  folder: v.string(),
  /** Those of its media that the creator still has, and how many are missing. */
  media_ids: v.array(v.string()),
  preview_ids: v.array(v.string()),
  missing: v.number(),
  /** How many of the media that it sells the fan of the request owns. */
  owned: v.number(),
  is_priced: v.boolean(),
  /** Null without a price, and like the figures for an operator without `can_payment`. */
  price: v.nullable(coins),
  figures: v.nullable(v.object({ sent: v.number(), unlocked: v.number(), earned: coins })),
})
export type SavedReply = v.InferOutput<typeof savedReplyShape>

/** A page of saved replies, by folder and in their order, and all folders with how many replies each holds. */
export const savedRepliesShape = v.object({
  ...list(savedReplyShape).entries,
  folders: v.array(v.object({ name: v.string(), count: v.number() })),
})
export type SavedReplies = v.InferOutput<typeof savedRepliesShape>

/** What saved replies are looked for by: words of title, text or folder, and the fan for whom `owned` is answered. */
export const repliesInput = {
  ...listing,
  q: v.optional(text(searchLength)),
  folder: v.optional(text(replyFolderLength)),
  for: v.optional(id),
}

/** The next step of a script for a fan, and the message that it follows. */
const nextReplyShape = v.object({ reply: v.nullable(savedReplyShape), after_message: v.nullable(v.string()) })

const welcomeShape = v.object({ enabled: v.boolean(), content: v.string() })

const folder = text(replyFolderLength)
const folderName = text(replyFolderLength, 1)
const media = v.optional(v.pipe(v.array(id), v.maxLength(mediaPerMessage)))
const reply = {
  title: text(replyTitleLength, 1),
  content: v.optional(text(messageLength), ''),
  /** What is left out of a change stays as it is. */
  folder: v.optional(folder),
  media_ids: media,
  preview_ids: media,
  price: v.optional(v.nullable(coinsIn)),
}

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
  takeMedia: endpoint({
    method: 'PUT',
    path: '/api/chat/fans/{userId}/media',
    access: creator('can_chat'),
    input: v.object({ userId: id, taken: v.boolean() }),
    output: v.object({ taken: v.boolean() }),
    errors: ['not_found'],
    summary: 'Take pictures and voice notes of a fan in their conversation, or take them no longer.',
  }),
  replies: endpoint({
    method: 'GET',
    path: '/api/chat/saved-replies',
    access: creator('can_chat'),
    input: v.object(repliesInput),
    output: savedRepliesShape,
    errors: [],
    summary: 'Saved replies by folder and in their order; `{name}` stands for the fan.',
  }),
  nextReply: endpoint({
    method: 'GET',
    path: '/api/chat/next-reply/{userId}',
    access: creator('can_chat'),
    input: v.object({ userId: id }),
    output: nextReplyShape,
    errors: [],
    summary: 'The saved reply after the one that was last sent to a fan, in the same folder and within a week.',
  }),
  saveReply: endpoint({
    method: 'POST',
    path: '/api/chat/saved-replies',
    access: creator('can_chat'),
    input: v.object({ id: v.optional(id), ...reply }),
    fansRead: ['content'],
    output: savedReplyShape,
    errors: ['not_found', 'invalid_amount', 'too_many_replies'],
    summary: 'Add a saved reply at the end of its folder, or change the one with this id; five hundred at most.',
  }),
  removeReply: endpoint({
    method: 'DELETE',
    path: '/api/chat/saved-replies/{id}',
    access: creator('can_chat'),
    input: v.object({ id }),
    output: done,
    errors: ['not_found'],
    summary: 'Delete a saved reply; it can be restored for a day.',
  }),
  restoreReply: endpoint({
    method: 'POST',
    path: '/api/chat/saved-replies/{id}/restore',
    access: creator('can_chat'),
    input: v.object({ id }),
    output: done,
    errors: ['not_found', 'too_many_replies'],
    summary: 'Restore a deleted saved reply to its place.',
  }),
  moveReply: endpoint({
    method: 'POST',
    path: '/api/chat/saved-replies/{id}/move',
    access: creator('can_chat'),
    input: v.object({ id, direction: v.picklist(['up', 'down']) }),
    output: done,
    errors: ['not_found'],
    summary: 'Swap a saved reply with the one before or after it in its folder; at the edge nothing changes.',
  }),
  renameReplyFolder: endpoint({
    method: 'PUT',
    path: '/api/chat/reply-folders',
    access: creator('can_chat'),
    input: v.object({ folder: folderName, to: folderName }),
    output: done,
    errors: ['not_found'],
    summary: 'Rename a folder of saved replies; under the name of another folder its replies follow those of that one.',
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
    fansRead: ['content'],
    output: welcomeShape,
    errors: [],
    summary: 'Set the welcome message for new subscribers.',
  }),
}

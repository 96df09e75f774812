import * as v from 'valibot'
import { endpoint, ownerOnly } from './endpoint.ts'
import { reviewCommentLength } from './limits.ts'
import { coins, done, id, list, listing, text, time, whole } from './shapes.ts'
import { userShape } from './users.ts'

/** From 1, which is to improve, to 5, which is very good: the average of a span is a number of the same kind. */
export const reviewScores = [1, 2, 3, 4, 5] as const

/** The message that a review is about, and with whom it was written. */
const reviewedShape = v.object({
  fan: userShape,
  /** Empty for a message without words, or one that was deleted since. */
  text: v.string(),
  at: time,
})

const reviewShape = v.object({
  id: v.string(),
  message_id: v.string(),
  operator: userShape,
  creator: userShape,
  author: userShape,
  score: v.number(),
  comment: v.string(),
  created_at: time,
  changed_at: v.nullable(time),
  /** Null for a reader who may not read the conversation now. */
  about: v.nullable(reviewedShape),
})
export type Review = v.InferOutput<typeof reviewShape>

/** A conversation of a creator in which an operator wrote lately, with the latest message that they wrote there. */
const queuedShape = v.object({
  creator: userShape,
  fan: userShape,
  message_id: v.string(),
  text: v.string(),
  at: time,
  /** Whether what this operator wrote in it was reviewed in the last seven days. */
  is_reviewed: v.boolean(),
})
export type QueuedConversation = v.InferOutput<typeof queuedShape>

/** A message as a supervisor reads it: the words, and of media only how many there are. */
const supervisedShape = v.object({
  id: v.string(),
  from: v.picklist(['fan', 'creator', 'team']),
  /** Who of the team wrote it; null for the fan and the creator. */
  operator: v.nullable(userShape),
  text: v.string(),
  media: v.number(),
  /** What it costs the fan, and a tip; null without one, and where the creator's ceiling has no `can_payment`. */
  price: v.nullable(coins),
  tip: v.nullable(coins),
  deleted: v.boolean(),
  at: time,
  may_review: v.boolean(),
  /** The reader's own review of it. */
  review: v.nullable(v.object({ id: v.string(), score: v.number(), comment: v.string() })),
})
export type SupervisedMessage = v.InferOutput<typeof supervisedShape>

/** Supervisors of an agency read what its operators write, and review it (product §86). */
export const reviews = {
  list: endpoint({
    method: 'GET',
    path: '/api/agencies/{id}/reviews',
    access: ownerOnly({ verified: true }),
    input: v.object({ id, operator_id: v.optional(id), ...listing }),
    output: list(reviewShape),
    errors: ['not_found', 'forbidden'],
    summary:
      'The reviews of an agency, newest first: the owner reads all, a supervisor those of operators, everyone those of themselves.',
  }),
  put: endpoint({
    method: 'PUT',
    path: '/api/agencies/{id}/reviews',
    access: ownerOnly({ verified: true }),
    input: v.object({
      id,
      message_id: id,
      score: whole(1, 5),
      comment: v.optional(text(reviewCommentLength), ''),
    }),
    output: v.object({ id: v.string() }),
    errors: ['not_found', 'forbidden', 'own_thing'],
    summary: 'Review a message of an operator, or change the own review of it; for the owner and supervisors.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/agencies/{id}/reviews/{reviewId}',
    access: ownerOnly(),
    input: v.object({ id, reviewId: id }),
    output: done,
    errors: ['not_found'],
    summary: 'Delete an own review.',
  }),
  queue: endpoint({
    method: 'GET',
    path: '/api/agencies/{id}/reviews/queue',
    access: ownerOnly({ verified: true }),
    input: v.object({
      id,
      operator_id: id,
      show: v.optional(v.picklist(['to_review', 'all']), 'to_review'),
      ...listing,
    }),
    output: list(queuedShape),
    errors: ['not_found', 'forbidden'],
    summary:
      'The conversations in which an operator wrote in the last seven days, latest first; without `show=all` those that are not reviewed.',
  }),
  conversation: endpoint({
    method: 'GET',
    path: '/api/agencies/{id}/reviews/conversation',
    access: ownerOnly({ verified: true }),
    input: v.object({ id, creator_id: id, fan_id: id, ...listing }),
    output: list(supervisedShape),
    errors: ['not_found', 'forbidden'],
    summary: 'A conversation of a creator as a supervisor reads it, latest first. The reading stands in the audit log.',
  }),
}

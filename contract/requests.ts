import * as v from 'valibot'
import { creator, endpoint, ownerOnly, user } from './endpoint.ts'
import { mediaPerMessage, messageLength, requestLength } from './limits.ts'
import { requestStates } from './policy/request.ts'
import { coins, coinsIn, id, listing, text, time } from './shapes.ts'
import { userShape } from './users.ts'

/** A paid request of a fan to a creator, as one of the two sees it. */
export const requestShape = v.object({
  id: v.string(),
  /** The message with the request, and the message that delivered it. */
  message_id: v.string(),
  delivered_id: v.nullable(v.string()),
  fan_id: v.string(),
  creator_id: v.string(),
  /** Null for an operator who may not see amounts. */
  price: v.nullable(coins),
  state: v.picklist(requestStates),
  /** The coins are returned without a delivery by then. */
  due_at: time,
  created_at: time,
})
export type PaidRequest = v.InferOutput<typeof requestShape>

/** A request in the creator's queue: who asks for what. */
const waitingShape = v.object({ ...requestShape.entries, fan: userShape, text: v.string() })
export type WaitingRequest = v.InferOutput<typeof waitingShape>

/** Null while the creator takes no requests. */
const minimum = v.object({ min_price: v.nullable(coins) })

export const requests = {
  withUser: endpoint({
    method: 'GET',
    path: '/api/chat/requests/{userId}',
    access: user('can_chat'),
    input: v.object({ userId: id }),
    output: v.object({ ...minimum.entries, data: v.array(requestShape) }),
    errors: [],
    summary: 'The paid requests between the viewer and a user, newest first, and the minimum price.',
  }),
  waiting: endpoint({
    method: 'GET',
    path: '/api/creator/requests',
    access: creator('can_chat'),
    input: v.object(listing),
    output: v.object({
      data: v.array(waitingShape),
      next: v.nullable(v.string()),
      /** All that wait, and the coins that they hold; the coins are null for an operator who may not see amounts. */
      total: v.object({ count: v.number(), coins: v.nullable(coins) }),
    }),
    errors: [],
    summary: 'The requests of all fans that wait for the creator, the next to expire first.',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/users/{id}/requests',
    access: ownerOnly({ verified: true }),
    input: v.object({ id, text: text(requestLength, 1), price: coinsIn }),
    output: v.object({ request: requestShape, coins }),
    errors: [
      'insufficient_coins',
      'invalid_amount',
      'spending_limit',
      'chat_closed',
      'forbidden',
      'not_creator',
      'own_thing',
      'not_found',
      'idempotency_conflict',
    ],
    summary: 'Ask a creator to make something, for 1 to 200 coins that are held until delivery.',
    money: true,
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/requests/{id}/accept',
    access: creator(['can_chat', 'can_payment']),
    input: v.object({ id }),
    output: requestShape,
    errors: ['not_found', 'already_done'],
    summary: 'Accept a request; it must be delivered within 14 days.',
  }),
  decline: endpoint({
    method: 'POST',
    path: '/api/requests/{id}/decline',
    access: creator(['can_chat', 'can_payment']),
    input: v.object({ id }),
    output: requestShape,
    errors: ['not_found', 'already_done', 'idempotency_conflict'],
    summary: 'Decline a request; the coins return to the fan.',
    money: true,
  }),
  deliver: endpoint({
    method: 'POST',
    path: '/api/requests/{id}/deliver',
    access: creator(['can_chat', 'can_medias']),
    input: v.object({
      id,
      content: v.optional(text(messageLength), ''),
      media_ids: v.pipe(v.array(id), v.minLength(1), v.maxLength(mediaPerMessage)),
    }),
    fansRead: ['content'],
    output: requestShape,
    errors: ['not_found', 'already_done', 'idempotency_conflict'],
    summary: 'Deliver media, which the fan then owns; the creator is paid.',
    money: true,
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/api/requests/{id}',
    access: ownerOnly(),
    input: v.object({ id }),
    output: v.object({ request: requestShape, coins }),
    errors: ['not_found', 'already_done', 'idempotency_conflict'],
    summary: 'Withdraw a request that is not accepted; its coins return to the wallet.',
    money: true,
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/creator/request-settings',
    access: creator('can_payment'),
    input: v.object({}),
    output: minimum,
    errors: [],
    summary: 'The minimum price of paid requests.',
  }),
  setSettings: endpoint({
    method: 'PUT',
    path: '/api/creator/request-settings',
    access: creator('can_payment'),
    input: v.object({ min_price: v.nullable(coinsIn) }),
    output: minimum,
    errors: ['invalid_amount'],
    summary: 'Set the minimum price of paid requests, 1 to 200 coins, or take none.',
  }),
}

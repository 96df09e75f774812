import * as v from 'valibot'
import { endpoint, user } from './endpoint.ts'
import { done, id, list, listing, time } from './shapes.ts'
import { userShape } from './users.ts'

/**
 * Every kind of notification and what an operator needs to see it (PRODUCT 34a): `can_chat` for messages,
 * `can_payment` for money, `can_social` for the rest, `never` for what is the person's own.
 */
export const notificationTypes = {
  new_follower: 'can_social',
  new_subscriber: 'can_social',
  subscription_ended: 'can_social',
  post_like: 'can_social',
  post_comment: 'can_social',
  comment_reply: 'can_social',
  new_post: 'can_social',
  new_broadcast: 'can_social',
  message_like: 'can_chat',
  message_request: 'can_chat',
  tip_received: 'can_payment',
  media_sold: 'can_payment',
  subscription_paid: 'can_payment',
  subscription_renewed: 'never',
  renewal_failed: 'never',
  price_consent: 'never',
  topup_paid: 'never',
  topup_failed: 'never',
  refunded: 'never',
  payout_approved: 'never',
  payout_paid: 'never',
  payout_failed: 'never',
  referral_earned: 'never',
  gift_received: 'never',
  verification_approved: 'never',
  verification_rejected: 'never',
  agency_invited: 'never',
  agency_accepted: 'never',
  agency_ended: 'never',
  new_sign_in: 'never',
  report_answered: 'never',
} as const satisfies Record<string, 'can_chat' | 'can_payment' | 'can_social' | 'never'>
export type NotificationType = keyof typeof notificationTypes

export const notificationShape = v.object({
  id: v.string(),
  type: v.string(),
  actor: v.nullable(userShape),
  object: v.object({ kind: v.nullable(v.string()), id: v.nullable(v.string()), url: v.string() }),
  text: v.string(),
  created_at: time,
  read_at: v.nullable(time),
})
export type Notification = v.InferOutput<typeof notificationShape>

export const notifications = {
  list: endpoint({
    method: 'GET',
    path: '/api/notifications',
    access: user('any'),
    input: v.object({ ...listing, unread: v.optional(v.picklist(['true', 'false'])) }),
    output: list(notificationShape),
    errors: [],
    summary: 'The notifications, newest first; an operator sees the kinds that the flags open.',
  }),
  read: endpoint({
    method: 'POST',
    path: '/api/notifications/read',
    access: user('any'),
    input: v.object({ ids: v.optional(v.pipe(v.array(id), v.maxLength(200))) }),
    output: done,
    errors: [],
    summary: 'Mark notifications as read; all of them without `ids`.',
  }),
}

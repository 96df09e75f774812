import * as v from 'valibot'
import { endpoint, ownerOnly, user } from './endpoint.ts'
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

/** The groups in which a person says where notifications go. */
export const notificationGroups = {
  messages: ['message_like', 'message_request', 'new_broadcast'],
  social: ['new_follower', 'post_like', 'post_comment', 'comment_reply', 'new_post'],
  subscriptions: [
    'new_subscriber',
    'subscription_ended',
    'subscription_renewed',
    'renewal_failed',
    'price_consent',
    'gift_received',
  ],
  money: [
    'tip_received',
    'media_sold',
    'subscription_paid',
    'topup_paid',
    'topup_failed',
    'refunded',
    'payout_approved',
    'payout_paid',
    'payout_failed',
    'referral_earned',
  ],
  account: [
    'verification_approved',
    'verification_rejected',
    'agency_invited',
    'agency_accepted',
    'agency_ended',
    'new_sign_in',
    'report_answered',
  ],
} as const satisfies Record<string, readonly NotificationType[]>
export type NotificationGroup = keyof typeof notificationGroups
export const notificationGroup = v.picklist(Object.keys(notificationGroups) as NotificationGroup[])

export const settingsShape = v.object({
  groups: v.array(v.object({ group: notificationGroup, app: v.boolean(), push: v.boolean() })),
  /** Pushes name neither people nor things. */
  discreet: v.boolean(),
  /** The public key that a browser subscribes with. */
  push_key: v.string(),
})
export type NotificationSettings = v.InferOutput<typeof settingsShape>

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
  settings: endpoint({
    method: 'GET',
    path: '/api/notifications/settings',
    access: ownerOnly(),
    input: v.object({}),
    output: settingsShape,
    errors: [],
    summary: 'Where each group of notifications goes.',
  }),
  setSettings: endpoint({
    method: 'PATCH',
    path: '/api/notifications/settings',
    access: ownerOnly(),
    input: v.object({
      group: v.optional(notificationGroup),
      app: v.optional(v.boolean()),
      push: v.optional(v.boolean()),
      discreet: v.optional(v.boolean()),
    }),
    output: settingsShape,
    errors: [],
    summary: 'Change where one group goes, or whether pushes are discreet.',
  }),
  subscribePush: endpoint({
    method: 'POST',
    path: '/api/notifications/push',
    access: ownerOnly(),
    input: v.object({
      endpoint: v.pipe(v.string(), v.url(), v.maxLength(1000)),
      p256dh: v.pipe(v.string(), v.regex(/^[\w-]{80,100}={0,2}$/)),
      auth: v.pipe(v.string(), v.regex(/^[\w-]{20,30}={0,2}$/)),
    }),
    output: done,
    errors: ['invalid_input'],
    summary: 'Have this browser told by web push.',
  }),
  unsubscribePush: endpoint({
    method: 'DELETE',
    path: '/api/notifications/push',
    access: ownerOnly(),
    input: v.object({ endpoint: v.pipe(v.string(), v.maxLength(1000)) }),
    output: done,
    errors: [],
    summary: 'Do not tell this browser any more.',
  }),
}

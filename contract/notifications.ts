import * as v from 'valibot'
import { endpoint, ownerOnly, user } from './endpoint.ts'
import { mediaShape } from './media.ts'
import { done, id, list, listing, text, time, timeZone } from './shapes.ts'
import { userShape } from './users.ts'

/**
 * The kinds of notification and the flag that an operator needs to see each (product §34a): `can_chat` for messages,
 * `can_payment` for money, `can_social` for the rest, and `never` for those about the user's own account.
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
  request_received: 'can_chat',
  request_accepted: 'never',
  request_delivered: 'never',
  request_returned: 'never',
  tip_received: 'can_payment',
  media_sold: 'can_payment',
  subscription_paid: 'can_payment',
  sale_refunded: 'can_payment',
  sale_restored: 'can_payment',
  subscription_renewed: 'never',
  renewal_reminder: 'never',
  renewal_failed: 'never',
  subscription_lapsed: 'never',
  price_consent: 'never',
  topup_paid: 'never',
  topup_failed: 'never',
  topup_taken_back: 'never',
  topup_returned: 'never',
  refunded: 'never',
  payout_approved: 'never',
  payout_paid: 'never',
  payout_failed: 'never',
  payout_method_added: 'never',
  payout_method_removed: 'never',
  gift_accepted: 'never',
  gift_returned: 'never',
  gift_sold: 'can_payment',
  bundle_sold: 'can_payment',
  verification_approved: 'never',
  verification_rejected: 'never',
  agency_invited: 'never',
  agency_accepted: 'never',
  agency_ended: 'never',
  agency_granted: 'never',
  review_received: 'never',
  new_sign_in: 'never',
  report_answered: 'never',
  ledger_violated: 'never',
} as const satisfies Record<string, 'can_chat' | 'can_payment' | 'can_social' | 'never'>
export type NotificationType = keyof typeof notificationTypes

/** A picture of what a notification is about, as its reader may see it: a locked one has no `picture`. */
export const thumbnailShape = v.object({
  type: mediaShape.entries.type,
  locked: v.boolean(),
  picture: v.nullable(v.string()),
  preview: mediaShape.entries.preview,
})
export type Thumbnail = v.InferOutput<typeof thumbnailShape>

const notificationShape = v.object({
  id: v.string(),
  type: v.string(),
  actor: v.nullable(userShape),
  object: v.object({ kind: v.nullable(v.string()), id: v.nullable(v.string()), url: v.string() }),
  /** Of the first media of the post or the message; null without one. */
  thumbnail: v.nullable(thumbnailShape),
  text: v.string(),
  created_at: time,
  read_at: v.nullable(time),
})
export type Notification = v.InferOutput<typeof notificationShape>

/** The groups of notifications. A user sets where each goes, but for `security`, which always goes everywhere. */
export const notificationGroups = {
  messages: ['message_like', 'new_broadcast'],
  posts: ['new_post'],
  social: ['new_follower', 'post_like', 'post_comment', 'comment_reply'],
  subscriptions: [
    'new_subscriber',
    'subscription_ended',
    'subscription_renewed',
    'renewal_failed',
    'subscription_lapsed',
    'price_consent',
    'gift_accepted',
    'gift_returned',
  ],
  renewals: ['renewal_reminder'],
  money: [
    'request_received',
    'request_accepted',
    'request_delivered',
    'request_returned',
    'tip_received',
    'media_sold',
    'subscription_paid',
    'gift_sold',
    'bundle_sold',
    'topup_paid',
    'topup_failed',
    'topup_taken_back',
    'topup_returned',
    'refunded',
    'sale_refunded',
    'sale_restored',
    'payout_approved',
    'payout_paid',
    'payout_failed',
  ],
  account: [
    'verification_approved',
    'verification_rejected',
    'agency_invited',
    'agency_accepted',
    'agency_ended',
    'agency_granted',
    'review_received',
    'new_sign_in',
    'report_answered',
    'ledger_violated',
  ],
  security: ['payout_method_added', 'payout_method_removed'],
} as const satisfies Record<string, readonly NotificationType[]>
export type NotificationGroup = keyof typeof notificationGroups
/** The groups that are mailed unless the user turns that off: a reminder that waits in the app comes too late (product §87). */
export const mailedByDefault: readonly NotificationGroup[] = ['renewals']
/** The groups in the settings: a thief with a session must not be able to silence what reports the theft. */
export type SettableGroup = Exclude<NotificationGroup, 'security'>
export const settableGroups = (Object.keys(notificationGroups) as NotificationGroup[]).filter(
  (group): group is SettableGroup => group !== 'security',
)
const notificationGroup = v.picklist(settableGroups)

export const digests = ['off', 'daily', 'weekly'] as const
const digest = v.picklist(digests)

const clockTime = v.pipe(v.string(), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/))
/** Hours of every day in which pushes and mails wait, as the clocks of `time_zone` show them. */
const quietShape = v.pipe(
  v.object({ from: clockTime, to: clockTime, time_zone: timeZone }),
  v.check(({ from, to }) => from !== to, 'the whole day'),
)

const settingsShape = v.object({
  groups: v.array(v.object({ group: notificationGroup, app: v.boolean(), email: v.boolean(), push: v.boolean() })),
  /** Pushes and mails name no users and no content. */
  discreet: v.boolean(),
  /** A daily or weekly mail about unread notifications that were not mailed. */
  digest,
  /** Null when pushes and mails come at any hour. */
  quiet: v.nullable(v.object({ from: v.string(), to: v.string(), time_zone: v.string() })),
  /** The public key that a browser subscribes with. */
  push_key: v.string(),
  /** Whether the calling browser is subscribed to web push. */
  push_here: v.boolean(),
})
export type NotificationSettings = v.InferOutput<typeof settingsShape>

const bellShape = v.object({ on: v.boolean() })

export const notifications = {
  list: endpoint({
    method: 'GET',
    path: '/api/notifications',
    access: user('any'),
    input: v.object({ ...listing, unread: v.optional(v.picklist(['true', 'false'])) }),
    output: list(notificationShape),
    errors: [],
    summary: 'The notifications, newest first; an operator sees the kinds that the flags allow.',
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
      email: v.optional(v.boolean()),
      push: v.optional(v.boolean()),
      discreet: v.optional(v.boolean()),
      digest: v.optional(digest),
      quiet: v.optional(v.nullable(quietShape)),
    }),
    output: settingsShape,
    errors: [],
    summary:
      'Change where one group goes, whether pushes and mails are discreet, how often a digest is sent, or the quiet hours.',
  }),
  bell: endpoint({
    method: 'GET',
    path: '/api/notifications/bells/{id}',
    access: ownerOnly(),
    input: v.object({ id }),
    output: bellShape,
    errors: ['not_found'],
    summary: 'Whether new posts of a creator notify the caller.',
  }),
  setBell: endpoint({
    method: 'PUT',
    path: '/api/notifications/bells/{id}',
    access: ownerOnly(),
    input: v.object({ id, on: v.boolean() }),
    output: bellShape,
    errors: ['not_found', 'forbidden'],
    summary: 'Choose whether new posts of a creator whom the caller follows or subscribes to notify them.',
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
    summary: 'Subscribe this browser to web push.',
  }),
  unsubscribePush: endpoint({
    method: 'DELETE',
    path: '/api/notifications/push',
    access: ownerOnly(),
    input: v.object({ endpoint: text(1000) }),
    output: done,
    errors: [],
    summary: 'Unsubscribe this browser from web push.',
  }),
}

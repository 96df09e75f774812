import * as v from 'valibot'
import { creator, endpoint } from './endpoint.ts'
import { automationsPerDay, longestDelayHours, mediaPerMessage, messageLength } from './limits.ts'
import { automationDecisions } from './policy/automation.ts'
import { coins, coinsIn, done, id, list, listing, text, time, whole } from './shapes.ts'
import { userShape } from './users.ts'

/** What makes a creator's message go out by itself (product §66). */
export const automationTriggers = [
  'follow',
  'subscribe',
  'renewal_off',
  'expiry',
  'first_purchase',
  'unopened',
  'silence',
] as const
export type AutomationTrigger = (typeof automationTriggers)[number]

const media = v.optional(v.pipe(v.array(id), v.maxLength(mediaPerMessage)), [])
const written = {
  trigger: v.picklist(automationTriggers),
  /** How many hours after what happened; for `silence` and `unopened` how long it lasts. */
  delay_hours: v.optional(whole(0, longestDelayHours), 0),
  content: v.optional(text(messageLength), ''),
  media_ids: media,
  preview_ids: media,
  price: v.optional(v.nullable(coinsIn)),
  /** Only fans of this list, as it is when the message would go out. */
  list_id: v.optional(v.nullable(id)),
  /** How many messages this automation sends in 24 hours at most; what is above that is dropped. */
  per_day: v.optional(whole(1, automationsPerDay), automationsPerDay),
}

const automationShape = v.object({
  id: v.string(),
  trigger: v.picklist(automationTriggers),
  delay_hours: v.number(),
  content: v.string(),
  media_ids: v.array(v.string()),
  preview_ids: v.array(v.string()),
  /** Null for an operator who may not see amounts. */
  price: v.nullable(coins),
  list_id: v.nullable(v.string()),
  per_day: v.number(),
  enabled: v.boolean(),
  /** The welcome message of the chat settings. */
  is_welcome: v.boolean(),
  /** In the last 30 days. */
  sent: v.number(),
  dropped: v.number(),
})
export type Automation = v.InferOutput<typeof automationShape>

const runShape = v.object({
  id: v.string(),
  automation_id: v.string(),
  trigger: v.picklist(automationTriggers),
  /** Null for a fan who is gone. */
  fan: v.nullable(userShape),
  decision: v.picklist(automationDecisions),
  /** When it happened, and when it was decided. */
  event_at: time,
  decided_at: time,
})
export type AutomationRun = v.InferOutput<typeof runShape>

const dryRunShape = v.object({
  days: v.number(),
  /** How many things happened; the rest of the answer is about the newest of them when there are too many. */
  events: v.number(),
  is_cut: v.boolean(),
  decisions: v.array(v.object({ decision: v.picklist(automationDecisions), count: v.number() })),
  /** Some of the fans who would have had it. */
  fans: v.array(userShape),
})
export type DryRun = v.InferOutput<typeof dryRunShape>

const access = creator(['can_chat', 'can_social'])

/** Messages that a creator writes once and that go out by themselves (product §66). */
export const automation = {
  list: endpoint({
    method: 'GET',
    path: '/api/creator/automations',
    access,
    input: v.object({}),
    output: v.object({ data: v.array(automationShape) }),
    errors: [],
    summary: 'The automatic messages of a creator, the oldest first.',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/creator/automations',
    access: creator(['can_chat', 'can_social'], { verified: true }),
    input: v.object(written),
    fansRead: ['content'],
    output: automationShape,
    errors: ['not_found', 'invalid_amount', 'too_many_automations'],
    summary: 'Write an automatic message; it is off until it is switched on. Twenty at most.',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/creator/automations/{id}',
    access: creator(['can_chat', 'can_social'], { verified: true }),
    input: v.object({ id, ...written }),
    fansRead: ['content'],
    output: automationShape,
    errors: ['not_found', 'invalid_amount'],
    summary: 'Change an automatic message; it stays on or off.',
  }),
  switch: endpoint({
    method: 'POST',
    path: '/api/creator/automations/{id}/switch',
    access: creator(['can_chat', 'can_social'], { verified: true }),
    input: v.object({ id, enabled: v.boolean() }),
    output: automationShape,
    errors: ['not_found'],
    summary: 'Switch an automatic message on or off; what happened before it was switched on is left alone.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/creator/automations/{id}',
    access,
    input: v.object({ id }),
    output: done,
    errors: ['not_found'],
    summary: 'Delete an automatic message; what it sent stays, and its log goes.',
  }),
  dryRun: endpoint({
    method: 'POST',
    path: '/api/creator/automations/dry-run',
    access,
    rate: 'heavy',
    input: v.object(written),
    output: dryRunShape,
    errors: ['not_found', 'invalid_amount'],
    summary: 'What an automatic message would have done in the last 30 days. Sends nothing.',
  }),
  log: endpoint({
    method: 'GET',
    path: '/api/creator/automations/log',
    access,
    input: v.object({ ...listing, automation_id: v.optional(id) }),
    output: list(runShape),
    errors: [],
    summary: 'Every decision about an automatic message of the last 90 days, the newest first.',
  }),
}

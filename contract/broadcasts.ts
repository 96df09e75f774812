import * as v from 'valibot'
import { audienceChoiceShape } from './audience-filter.ts'
import {
  audience,
  audiences,
  broadcastAudience,
  broadcastShape,
  broadcastStatuses,
  channelItemShape,
  copyShape,
  draftShape,
  leftOutShape,
  previewShape,
} from './broadcast-shapes.ts'
import { creator, endpoint, user } from './endpoint.ts'
import { lastPage, mediaPerMessage, messageLength, mostPerWeek } from './limits.ts'
import { compareHours, defaultCompareHours } from './policy/text-comparison.ts'
import { coinsIn, done, id, list, listing, text, time, timeIn, whole, yes } from './shapes.ts'

const exclusions = v.optional(v.pipe(v.array(audience), v.maxLength(audiences.length)), [])
const severalIds = v.optional(
  v.pipe(
    v.union([v.pipe(v.array(id), v.maxLength(mediaPerMessage)), id]),
    v.transform((it) => [it].flat()),
  ),
  [],
)
const queried = v.optional(
  v.pipe(
    v.union([audience, v.array(audience)]),
    v.transform((it) => [it].flat()),
  ),
  [],
)

const recipients = {
  audience: broadcastAudience,
  exclude: exclusions,
  /** For the audience `list`. */
  list_id: v.optional(v.nullable(id)),
  /** For the audience `unopened`: the broadcast that its fans did not open. */
  again_of: v.optional(v.nullable(id)),
  /** Leaves out fans whose last message has no answer. */
  skip_waiting: v.optional(v.boolean(), true),
}
const media = v.optional(v.pipe(v.array(id), v.maxLength(mediaPerMessage)), [])

const written = {
  ...recipients,
  /** For the audience `chosen`. */
  choice: v.optional(v.nullable(audienceChoiceShape)),
  content: v.optional(text(messageLength), ''),
  /** A text to compare with the first; null for one text. */
  second_content: v.optional(v.nullable(text(messageLength))),
  /** Hours after which the better of two texts goes to all others. */
  compare_hours: v.optional(v.picklist(compareHours), defaultCompareHours),
  media_ids: media,
  preview_ids: media,
  price: v.optional(v.nullable(coinsIn)),
  send_at: v.optional(v.nullable(timeIn)),
}

const copied = {
  content: written.content,
  second_content: written.second_content,
  media_ids: media,
  preview_ids: media,
  price: written.price,
}
const copyAnswer = v.object({ copy: v.nullable(copyShape) })

const limitShape = v.object({ per_week: v.number() })

export const broadcasts = {
  send: endpoint({
    method: 'POST',
    path: '/api/creator/broadcast',
    access: creator(['can_chat', 'can_social'], { verified: true }),
    input: v.object({
      ...written,
      client_id: v.optional(v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(64)))),
      /** Sending begins ten seconds later, until when it can be withdrawn. */
      hold: v.optional(v.boolean(), false),
    }),
    fansRead: ['content', 'second_content'],
    output: v.object({ id: v.string(), status: v.picklist(broadcastStatuses), recipients: v.number() }),
    errors: ['invalid_amount', 'not_found'],
    rate: 'broadcast',
    summary: 'Send a broadcast to an audience, now or later; the audience is resolved once, when it is sent.',
  }),
  getDraft: endpoint({
    method: 'GET',
    path: '/api/creator/broadcast/draft',
    access: creator(['can_chat', 'can_social']),
    input: v.object({}),
    output: v.object({ draft: v.nullable(draftShape) }),
    errors: [],
    summary: 'The broadcast that the caller is writing for this creator; each operator has a draft of their own.',
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: '/api/creator/broadcast/draft',
    access: creator(['can_chat', 'can_social']),
    input: v.object(written),
    output: done,
    errors: [],
    summary: 'Keep the broadcast that the caller is writing; sending one drops it.',
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/creator/broadcasts',
    access: creator(['can_chat', 'can_social']),
    input: v.object({ ...listing, page: v.optional(whole(1, lastPage)), audience: v.optional(audience) }),
    output: list(broadcastShape),
    errors: [],
    summary: "The creator's broadcasts, newest first.",
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/creator/broadcasts/{id}',
    access: creator(['can_chat', 'can_social']),
    input: v.object({ id }),
    output: broadcastShape,
    errors: ['not_found'],
    summary: 'A broadcast with its progress and figures.',
  }),
  unsend: endpoint({
    method: 'DELETE',
    path: '/api/creator/broadcasts/{id}',
    access: creator(['can_chat', 'can_social']),
    input: v.object({ id }),
    output: done,
    errors: ['not_found'],
    summary: 'Unsend a broadcast: every receiver keeps a tombstone; what was bought stays.',
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/creator/broadcasts/{id}/withdraw',
    access: creator(['can_chat', 'can_social']),
    input: v.object({ id }),
    output: v.object({ draft: draftShape }),
    errors: ['not_found', 'already_done'],
    summary:
      'Make a broadcast that is planned, or held for ten seconds, the draft of the caller again; no fan has it yet.',
  }),
  move: endpoint({
    method: 'POST',
    path: '/api/creator/broadcasts/{id}/move',
    access: creator(['can_chat', 'can_social']),
    /** `moved_from` is the time for which the caller sees it planned. */
    input: v.object({ id, send_at: timeIn, moved_from: timeIn }),
    output: v.object({ send_at: time }),
    errors: ['not_found', 'not_planned', 'time_passed'],
    summary: 'Plan a broadcast for another time, while it is planned for the time that the caller sees.',
  }),
  decideRest: endpoint({
    method: 'POST',
    path: '/api/creator/broadcasts/{id}/rest',
    access: creator(['can_chat', 'can_social']),
    /** A text is sent after ten seconds, until when `better` or `wait` takes it back; `none` is final. */
    input: v.object({ id, send: v.picklist(['first', 'second', 'better', 'wait', 'none']) }),
    output: broadcastShape,
    errors: ['not_found', 'already_done'],
    summary:
      'While two texts are compared: which the others get, that the better one goes by itself, that nothing does, or that they get none.',
  }),
  audiences: endpoint({
    method: 'GET',
    path: '/api/creator/audiences',
    access: creator(['can_chat', 'can_social']),
    rate: 'heavy',
    input: v.object({
      ...recipients,
      exclude: queried,
      skip_waiting: v.optional(yes, true),
      media_ids: severalIds,
      preview_ids: severalIds,
    }),
    output: v.object({ count: v.number(), left_out: leftOutShape }),
    errors: ['not_found'],
    summary:
      'How many fans would get a broadcast now and how many are left out; `chosen` are those of the caller’s draft.',
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/creator/broadcast/preview',
    access: creator(['can_chat', 'can_social']),
    input: v.object({
      fan_id: id,
      content: written.content,
      second_content: written.second_content,
      media_ids: media,
      preview_ids: media,
      price: written.price,
      skip_waiting: recipients.skip_waiting,
    }),
    output: previewShape,
    errors: ['not_found'],
    summary: 'A broadcast as one fan would read it, and whether it would be sent to them. Sends nothing.',
  }),
  sendCopy: endpoint({
    method: 'PUT',
    path: '/api/creator/broadcast/copy',
    access: creator(['can_chat', 'can_social']),
    input: v.object(copied),
    output: copyAnswer,
    errors: ['invalid_amount', 'not_found'],
    summary:
      'Send what is being written to its author alone, as a fan would receive it, in place of the last one; a creator in person gets a push too. It is no broadcast and counts in no figure.',
  }),
  getCopy: endpoint({
    method: 'GET',
    path: '/api/creator/broadcast/copy',
    access: creator(['can_chat', 'can_social']),
    input: v.object({}),
    output: copyAnswer,
    errors: [],
    summary: 'What the caller sent to themselves last.',
  }),
  removeCopy: endpoint({
    method: 'DELETE',
    path: '/api/creator/broadcast/copy',
    access: creator(['can_chat', 'can_social']),
    input: v.object({}),
    output: done,
    errors: [],
    summary: 'Remove what the caller sent to themselves.',
  }),
  getLimit: endpoint({
    method: 'GET',
    path: '/api/creator/broadcast/limit',
    access: creator(['can_chat', 'can_social']),
    input: v.object({}),
    output: limitShape,
    errors: [],
    summary: 'How many broadcasts a fan of the creator gets in seven days at most.',
  }),
  setLimit: endpoint({
    method: 'PUT',
    path: '/api/creator/broadcast/limit',
    access: creator(['can_chat', 'can_social']),
    input: v.object({ per_week: whole(1, mostPerWeek) }),
    output: limitShape,
    errors: [],
    summary: 'Set how many broadcasts a fan gets in seven days at most.',
  }),
  channel: endpoint({
    method: 'GET',
    path: '/api/chat/channel',
    access: user(['can_chat', 'can_social']),
    input: v.object({ ...listing, creator_id: v.optional(id) }),
    output: list(channelItemShape),
    errors: [],
    summary: 'The broadcasts that the user received, from all creators, newest first.',
  }),
  setFrequency: endpoint({
    method: 'PUT',
    path: '/api/chat/channel/{creatorId}',
    access: user(['can_chat', 'can_social']),
    input: v.object({ creatorId: id, frequency: v.picklist(['all', 'digest', 'off']) }),
    output: v.object({ frequency: v.picklist(['all', 'digest', 'off']) }),
    errors: ['not_found'],
    summary: 'Where broadcasts of a creator appear: in the chat, in the channel only, or nowhere.',
  }),
}

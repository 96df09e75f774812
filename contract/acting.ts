import * as v from 'valibot'
import { anyone, endpoint, ownerOnly, user } from './endpoint.ts'
import { permissionsShape } from './profile.ts'
import { done, id, list, listing, text, time } from './shapes.ts'
import { userShape } from './users.ts'

const impersonationDataShape = v.object({
  real_user_id: v.string(),
  target_user_id: v.string(),
  agency_id: v.string(),
  permissions: permissionsShape,
})
export type ImpersonationData = v.InferOutput<typeof impersonationDataShape>

const impersonationStatusShape = v.object({
  isImpersonating: v.boolean(),
  targetUser: v.nullable(userShape),
  impersonationData: v.nullable(impersonationDataShape),
})
export type ImpersonationStatus = v.InferOutput<typeof impersonationStatusShape>

/** A conversation of a creator whom the operator may act for, in the team inbox. */
const teamInboxRowShape = v.object({
  session_id: v.string(),
  agency_id: v.string(),
  creator: userShape,
  fan: userShape,
  last_message: v.nullable(v.string()),
  last_message_type: v.nullable(v.string()),
  last_message_at: v.nullable(time),
  unread_count: v.number(),
  awaits_answer: v.boolean(),
  /** The operator who has claimed the conversation, and the note left for them; null when it is unclaimed. */
  claim: v.nullable(v.object({ operator: v.nullable(userShape), note: v.string(), at: time })),
})
export type TeamInboxRow = v.InferOutput<typeof teamInboxRowShape>

/** The operator's team inbox over all creators whose grant has `can_chat`. It opens before the operator acts for one of them. */
export const teamInbox = {
  inbox: endpoint({
    method: 'GET',
    path: '/api/team-desk',
    access: ownerOnly({ verified: true }),
    input: v.object({ ...listing, show: v.optional(v.picklist(['all', 'unanswered', 'mine', 'free']), 'all') }),
    output: list(teamInboxRowShape),
    errors: [],
    summary: 'The conversations of all creators the operator may chat for, latest message first.',
  }),
  claim: endpoint({
    method: 'PUT',
    path: '/api/team-desk/claims',
    access: ownerOnly({ verified: true }),
    input: v.object({
      agency_id: id,
      creator_id: id,
      fan_id: id,
      operator_id: v.optional(v.nullable(id)),
      note: v.optional(text(1000)),
    }),
    output: done,
    errors: ['not_found', 'already_done'],
    summary: 'Claim a conversation, hand it to another operator with a note, or release it (operator null).',
  }),
}

/** Acting as a creator (spec §4, §7): the browser's session points at a grant, and its token is renewed. */
export const acting = {
  status: endpoint({
    method: 'GET',
    path: '/api/agencies/impersonation/status',
    access: user('any'),
    input: v.object({}),
    output: impersonationStatusShape,
    errors: [],
    summary: 'Whether this session acts as a creator; 401 with `shouldLogout` when it did and its grant has ended.',
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/agencies/impersonate/{targetId}',
    access: ownerOnly({ verified: true }),
    input: v.object({ targetId: id, agency_id: v.optional(v.nullable(id)) }),
    output: v.object({ target_user: userShape, impersonationData: impersonationDataShape }),
    errors: ['not_found', 'forbidden', 'own_thing'],
    summary: 'Act as a creator under a grant. Acting does not nest.',
  }),
  /** Open to visitors, because the grant may have ended; without any session it answers 401 itself. */
  stop: endpoint({
    method: 'POST',
    path: '/api/agencies/stop-impersonation',
    access: anyone('any'),
    input: v.object({}),
    output: v.object({ ok: v.literal(true), agency_id: v.nullable(v.string()) }),
    errors: [],
    summary: 'Stop acting. Works after the grant has ended, and any number of times.',
  }),
}

import * as v from 'valibot'
import { anyone, endpoint, ownerOnly, user } from './endpoint.ts'
import { permissionsShape } from './profile.ts'
import { id, time } from './shapes.ts'
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

const endedActingShape = v.object({
  creator: userShape,
  /** Null when the operator is no longer a member of it, or it is dissolved. */
  agency: v.nullable(v.object({ id: v.string(), name: v.string() })),
  /**
   * `revoked`: by `by`; `expired`: the grant had an end; `off_shift`: the shift was over; `too_long`: after eight hours; `reduced`: a right was taken away;
   * `closed`: the creator’s account; `stopped`: the operator stopped.
   */
  why: v.picklist(['revoked', 'expired', 'off_shift', 'too_long', 'reduced', 'closed', 'stopped']),
  by: v.nullable(userShape),
  at: time,
  /** After `off_shift`, when the next shift begins, or that it has begun; null where none does. */
  next_shift: v.nullable(time),
})
export type EndedActing = v.InferOutput<typeof endedActingShape>

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
  ended: endpoint({
    method: 'GET',
    path: '/api/agencies/impersonation/ended',
    access: ownerOnly(),
    input: v.object({}),
    output: v.object({ ended: v.nullable(endedActingShape) }),
    errors: [],
    summary: 'How the operator’s latest acting ended, and who ended it; null when there was none in the last hour.',
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/agencies/impersonate/{targetId}',
    access: ownerOnly({ verified: true }),
    input: v.object({ targetId: id, agency_id: v.optional(v.nullable(id)) }),
    output: v.object({ target_user: userShape, impersonationData: impersonationDataShape }),
    errors: ['not_found', 'forbidden', 'own_thing', 'off_shift'],
    summary:
      'Act as a creator under a grant. Acting does not nest. `off_shift` says with `begins_at` when the next shift begins.',
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

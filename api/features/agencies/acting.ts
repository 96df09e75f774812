import type { EndedActing, ImpersonationData, ImpersonationStatus } from '../../../contract/acting.ts'
import { impersonationMaxMs } from '../../../contract/limits.ts'
import { isOnShift, isOnShiftSince, nextChange } from '../../../contract/policy/shift.ts'
import type { User } from '../../../contract/users.ts'
import { beginActing, type Target } from '../../identity/acting.ts'
import { presentShift, shiftOf } from '../../identity/shifts.ts'
import { readPeople, readPersonById } from '../../people/views.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { type LatestActingRow, readLatestActing } from './activity-statements.ts'
import { personOf } from './views.ts'

/** Lets this session act as a creator whom the viewer can see, under a grant that holds. */
export async function startActing(ctx: Services, viewer: Viewer, headers: Headers, target: Target): Promise<Started> {
  if (target.id === viewer.id) throw refuse('own_thing')
  const person = await readPersonById(ctx, viewer.id, target.id)
  if (person === undefined || person.username === null || person.blocked_by) throw refuse('not_found')
  const { agencyId, permissions, setCookie } = await beginActing(ctx, viewer, headers, target)
  const people = await readPeople(ctx, target.id, [target.id])
  return {
    target_user: personOf(people, target.id),
    impersonationData: { real_user_id: viewer.id, target_user_id: target.id, agency_id: agencyId, permissions },
    setCookie,
  }
}
type Started = { target_user: User; impersonationData: ImpersonationData; setCookie: string }

/** The target of this session (spec §3, impersonation status). */
export async function readStatus(ctx: Services, viewer: Viewer): Promise<ImpersonationStatus> {
  const { acting } = viewer
  if (acting === null) return { isImpersonating: false, targetUser: null, impersonationData: null }
  const people = await readPeople(ctx, viewer.id, [viewer.id])
  return {
    isImpersonating: true,
    targetUser: personOf(people, viewer.id),
    impersonationData: {
      real_user_id: acting.operatorId,
      target_user_id: viewer.id,
      agency_id: acting.agencyId,
      permissions: acting.permissions,
    },
  }
}

/** How the viewer's latest acting ended, for the page that was reloaded because of it (product §48). */
export async function readEnded(ctx: Services, viewer: Viewer): Promise<EndedActing | null> {
  const [row] = await ctx.db.run(readLatestActing, { operator: viewer.id })
  if (row === undefined) return null
  const shiftEnd = endOfShift(row)
  const why = whyOf(row, shiftEnd)
  const by = why === 'revoked' ? row.revoked_by : null
  const people = await readPeople(ctx, viewer.id, [row.creator_id, ...(by === null ? [] : [by])])
  return {
    creator: personOf(people, row.creator_id),
    agency: row.is_member ? { id: row.agency_id, name: row.agency_name } : null,
    why,
    by: by === null ? null : personOf(people, by),
    at: ((why === 'revoked' ? row.revoked_at : why === 'off_shift' ? shiftEnd : null) ?? row.stopped_at).toISOString(),
    next_shift: why === 'off_shift' ? nextShift(row, ctx.now()) : null,
  }
}

/** When the shift in which acting began was over, where that was before the operator stopped. */
function endOfShift({ started_at: started, stopped_at: stopped, ...row }: LatestActingRow): Date | null {
  const shift = shiftOf(row)
  if (shift === null || started === null) return null
  const [spans, zone, since] = [shift.spans, shift.zone, started.getTime()]
  if (isOnShiftSince(spans, zone, since, stopped.getTime())) return null
  // Acting that began outside of the windows was ended by a change of them.
  const end = isOnShift(spans, zone, since) ? nextChange(spans, zone, since) : stopped.getTime()
  return new Date(Math.min(end, stopped.getTime()))
}

function nextShift(row: LatestActingRow, now: number): string | null {
  const shift = row.revoked_at === null ? presentShift(row, now) : null
  if (shift === null) return null
  return shift.is_on ? new Date(now).toISOString() : shift.changes_at
}

/** A grant that was revoked after the operator had stopped has not ended it. */
function whyOf({ stopped_at: stopped, ...row }: LatestActingRow, shiftEnd: Date | null): EndedActing['why'] {
  if (row.until !== null && row.until <= (row.revoked_at ?? stopped)) return 'expired'
  if (row.revoked_at !== null && row.revoked_at <= stopped) return 'revoked'
  if (shiftEnd !== null) return 'off_shift'
  if (row.started_at === null || stopped.getTime() - row.started_at.getTime() >= impersonationMaxMs) return 'too_long'
  if (row.reduced_at !== null && row.reduced_at > row.started_at && row.reduced_at <= stopped) return 'reduced'
  return row.is_open ? 'stopped' : 'closed'
}

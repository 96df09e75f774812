import type { FlagsIn, Grant } from '../../../contract/agency-shapes.ts'
import { type Flag, flags } from '../../../contract/endpoint.ts'
import { type Shift, shiftLogText, windowsOf } from '../../../contract/policy/shift.ts'
import type { Permissions } from '../../../contract/profile.ts'
import { flagsOf } from '../../identity/grants.ts'
import { presentShift, type ShiftRow, shiftOf, toShiftRow } from '../../identity/shifts.ts'
import { type Change, publishAuditEntry, writeAuditEntries } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { sqlState } from '../../platform/db/sql-state.ts'
import type { RowOf } from '../../platform/db/statement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { contentOf, type NewNotification, publishNotification } from '../notifications/notify.ts'
import type { GrantRow } from './grant-statements.ts'
import { requireManager } from './members.ts'
import {
  changeGrants,
  closeOldGrants,
  findEndedByCreators,
  insertGrantNews,
  insertGrants,
  lockActiveLinks,
  lockMembers,
  readGrantsOfPairs,
  showInZone,
} from './put-grant-statements.ts'
import { presentGrant } from './views.ts'

/** Members and creators of an agency, by the ids of membership and link, and what each member may do as each creator. */
type NewGrants = {
  agencyId: string
  memberIds: readonly string[]
  creatorIds: readonly string[]
  /** Undefined leaves the rights and the end of every grant as they are. */
  permissions: FlagsIn | undefined
  until: string | null
  /** Undefined leaves the shift of every grant as it is; null is always. */
  shift: Shift | null | undefined
}
type Pair = {
  member: RowOf<typeof lockMembers>
  link: RowOf<typeof lockActiveLinks>
  before: GrantRow | undefined
  wanted: Wanted
}
type Wanted = Permissions & Pick<GrantRow, 'until' | 'shifts' | 'shift_zone'>

/**
 * Sets what members may do as creators, all of it or nothing (product §76). A flag beyond a creator's ceiling is 403
 * `permission_denied {flag}`. Sockets opened with more rights are closed and reconnect with the rest. A creator is
 * notified of every operator who may act for them from now on. Access that a creator has ended is 403
 * `consent_required`, with the members and creators concerned, until they allow it again.
 */
export async function putGrants(ctx: Services, viewer: Viewer, input: NewGrants): Promise<Grant[]> {
  const [memberIds, creatorIds] = [[...new Set(input.memberIds)], [...new Set(input.creatorIds)]]
  if (memberIds.length > 1 && creatorIds.length > 1)
    throw refuse('invalid_input', { fields: { creator_ids: ['one member or one creator'] } })
  const until = readUntil(ctx, input.until)
  if (input.shift) await requireZone(ctx, input.shift.zone)
  const { grants, pairs, afterCommit } = await ctx.db.transact(async (tx) => {
    const read = await readPairs(tx, viewer, { ...input, memberIds, creatorIds }, until)
    await writePairs(tx, viewer, input.agencyId, read)
    const after = await tx.run(readGrantsOfPairs, { members: memberIds, links: creatorIds })
    if (after.length < read.length) throw refuse('not_found')
    const idOf = grantIds(after)
    await writeAuditEntries(
      tx,
      read.map((it) => ({
        agencyId: input.agencyId,
        grantId: idOf(it),
        actorId: viewer.id,
        subjectId: it.link.user_id,
        action: 'agencies.put_grant',
        object: { kind: 'user', id: it.member.user_id },
        changes: [shiftChange(it)],
      })),
    )
    return { grants: after, pairs: read, afterCommit: await noteNew(tx, ctx, input.agencyId, read) }
  })
  afterCommit()
  for (const { before, wanted } of pairs)
    if (before !== undefined && (takesAway(before, wanted) || isOffShift(wanted, ctx.now())))
      ctx.live.revoke({ grantId: before.id }, 'permission_denied')
  for (const creatorId of new Set(pairs.map((it) => it.link.user_id))) publishAuditEntry(ctx, creatorId)
  return grants.map((row) => presentGrant(row, ctx.now()))
}

/** What one member may do as one creator. */
export async function putGrant(
  ctx: Services,
  viewer: Viewer,
  {
    memberId,
    creatorId,
    ...input
  }: Omit<NewGrants, 'memberIds' | 'creatorIds'> & { memberId: string; creatorId: string },
): Promise<Grant> {
  const [grant] = await putGrants(ctx, viewer, { ...input, memberIds: [memberId], creatorIds: [creatorId] })
  if (grant === undefined) throw refuse('not_found')
  return grant
}

function readUntil(ctx: Services, given: string | null): Date | null {
  const until = given === null ? null : new Date(given)
  if (until !== null && (Number.isNaN(until.getTime()) || until.getTime() <= ctx.now()))
    throw refuse('invalid_input', { fields: { until: ['not in the future'] } })
  return until
}

/** A zone that the database does not know would fail every call of the operator. */
async function requireZone(ctx: Services, zone: string): Promise<void> {
  await ctx.db.run(showInZone, { zone }).catch((error: unknown) => {
    if (sqlState(error) === invalidParameter) throw refuse('invalid_input', { fields: { shift: ['not a time zone'] } })
    throw error
  })
}
const invalidParameter = '22023'

/** Every member with every creator, locked until the commit; refused where one of the pairs may not have the rights. */
async function readPairs(tx: Db, viewer: Viewer, input: NewGrants, until: Date | null): Promise<Pair[]> {
  await requireManager(tx, viewer.id, input.agencyId)
  const members = await tx.run(lockMembers, { agency: input.agencyId, members: input.memberIds })
  const links = await tx.run(lockActiveLinks, { agency: input.agencyId, links: input.creatorIds })
  if (members.length < input.memberIds.length || links.length < input.creatorIds.length) throw refuse('not_found')
  if (links.some((link) => members.some((member) => member.user_id === link.user_id))) throw refuse('own_thing')
  const operators = members.map((it) => it.user_id)
  // A creator who manages the agency consents by giving it.
  const ended = await tx.run(findEndedByCreators, { links: input.creatorIds, operators, viewer: viewer.id })
  if (ended.length > 0) throw refuse('consent_required', { fields: namesOfEnded(ended, members) })
  const before = await tx.run(readGrantsOfPairs, { members: input.memberIds, links: input.creatorIds })
  return links.flatMap((link) => {
    const { permissions } = input
    const rights = permissions && { ...withinCeiling(flagsOf(link), permissions), until }
    return members.map((member) => {
      const known = before.find((it) => it.member_id === member.id && it.creator_link_id === link.id)
      return { member, link, before: known, wanted: wantedOf(known, rights, input.shift) }
    })
  })
}

/** What a grant is to be: what is not given stays as it was, which only a grant that is there can do. */
function wantedOf(
  before: GrantRow | undefined,
  rights: (Permissions & { until: Date | null }) | undefined,
  shift: Shift | null | undefined,
): Wanted {
  const known = before && { ...flagsOf(before), until: before.until }
  const given = rights ?? known
  if (given === undefined) throw refuse('invalid_input', { fields: { permissions: ['missing'] } })
  const { shifts, shift_zone } = shift === undefined && before !== undefined ? before : toShiftRow(shift ?? null)
  return { ...given, shifts, shift_zone }
}

const namesOfEnded = (
  ended: readonly { link_id: string; operator_id: string }[],
  members: readonly Pair['member'][],
) => ({
  member_ids: members.filter((it) => ended.some((one) => one.operator_id === it.user_id)).map((it) => it.id),
  creator_ids: [...new Set(ended.map((it) => it.link_id))],
})

async function writePairs(tx: Db, viewer: Viewer, agency: string, pairs: readonly Pair[]): Promise<void> {
  const fresh = pairs.filter((it) => it.before === undefined)
  const changed = pairs.flatMap(({ before, wanted }) =>
    before === undefined ? [] : [{ id: before.id, reduced: takesAway(before, wanted), ...wanted }],
  )
  if (fresh.length > 0) {
    const places = fresh.map(({ member, link }) => ({ member_id: member.id, link_id: link.id }))
    // An expired grant stays ended, so that a session that acted under it does not resume.
    await tx.run(closeOldGrants, { pairs: places, by: viewer.id })
    const grants = fresh.map(({ member, link, wanted }) => ({
      id: newId(),
      member_id: member.id,
      link_id: link.id,
      ...wanted,
    }))
    await tx.run(insertGrants, { agency, grants })
  }
  if (changed.length > 0) await tx.run(changeGrants, { grants: changed })
}

/** Notifies the creators of the operators who are new to them; returns what to do after the commit. */
async function noteNew(tx: Db, ctx: Services, agencyId: string, pairs: readonly Pair[]): Promise<() => void> {
  const news = pairs
    .filter(({ before, link, member }) => before === undefined && link.user_id !== member.user_id)
    .map(({ link, member }) => ({ user_id: link.user_id, actor_id: member.user_id, id: newId(), event_id: newId() }))
  if (news.length === 0) return () => undefined
  const about = { type: 'agency_granted', object: { kind: 'agency', id: agencyId } } satisfies Partial<NewNotification>
  const { actor: _, ...content } = contentOf(ctx, { ...about, actorId: null })
  const written = await tx.run(insertGrantNews, { news, ...content })
  return () => {
    for (const it of written)
      publishNotification(
        ctx,
        { ...about, userId: it.user_id, actorId: it.actor_id },
        { id: it.id, eventId: it.event_id },
      )
  }
}

const grantIds = (grants: readonly GrantRow[]) => {
  const ids = new Map(grants.map((it) => [`${it.member_id} ${it.creator_link_id}`, it.id]))
  return ({ member, link }: Pair): string | null => ids.get(`${member.id} ${link.id}`) ?? null
}

const takesAway = (before: GrantRow, wanted: Permissions): boolean =>
  flags.some((flag) => flagsOf(before)[flag] && !wanted[flag])

const isOffShift = (wanted: Wanted, now: number): boolean => presentShift(wanted, now)?.is_on === false

/** The shift in the log: nothing before a grant that is new, and a word for one without windows. */
function shiftChange({ before, wanted }: Pair): Change {
  const textOf = (row: ShiftRow) => {
    const shift = shiftOf(row)
    return shift === null ? always : shiftLogText({ zone: shift.zone, windows: windowsOf(shift.spans) })
  }
  const after = textOf(wanted)
  if (before === undefined) return { field: 'shift', before: null, after: after === always ? null : after }
  return { field: 'shift', before: textOf(before), after }
}
const always = 'always'

/** The requested flags, all within the ceiling; an absent `show_in_analytics` is what the ceiling allows. */
function withinCeiling(ceiling: Permissions, requested: FlagsIn): Permissions {
  const wanted: Permissions = {
    ...requested,
    show_in_analytics: requested.show_in_analytics ?? ceiling.show_in_analytics,
  }
  const beyond: Flag | undefined = flags.find((flag) => wanted[flag] && !ceiling[flag])
  if (beyond !== undefined) throw refuse('permission_denied', { flag: beyond })
  return wanted
}

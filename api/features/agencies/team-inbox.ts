import { coinsOf } from '../../../contract/coins.ts'
import type { Received } from '../../../contract/endpoint.ts'
import { claimLeaseMs, handOverMs } from '../../../contract/limits.ts'
import type { Claim, TeamCreator, TeamInboxRow, teamInbox } from '../../../contract/team-inbox.ts'
import type { User } from '../../../contract/users.ts'
import { endOf } from '../../identity/grant-end.ts'
import { flagsOf } from '../../identity/grants.ts'
import { presentShift } from '../../identity/shifts.ts'
import { findNamed, namePattern } from '../../people/named.ts'
import { readPeople } from '../../people/views.ts'
import { publishAuditEntry, writeAuditEntry } from '../../platform/audit/audit.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import {
  type ClaimRow,
  colleaguesNow,
  creatorsOfInbox,
  findChatGrant,
  inboxPage,
  takeClaim,
} from './team-inbox-statements.ts'
import { personOf } from './views.ts'

type People = Map<string, User>

/** The conversations of all creators whom this operator may chat for now; a grant that ends removes its rows. */
export async function readTeamInbox(
  ctx: Services,
  viewer: Viewer,
  query: Received<typeof teamInbox.inbox>,
): Promise<{ data: TeamInboxRow[]; next: string | null }> {
  const limit = query.limit ?? 30
  const [at = null, session = null] = fromCursor(query.cursor, 'time', 'uuid') ?? []
  const fans = query.q ? await findNamed(ctx, query.q) : null
  const found = await ctx.db.run(inboxPage(query.show, query.sort, fans), {
    operator: viewer.id,
    creator: query.creator_id ?? null,
    search: query.q ? namePattern(query.q) : null,
    fans,
    now: new Date(ctx.now()),
    at,
    session,
    limit: limit + 1,
  })
  const { rows, next } = cut(found, limit, (row) => [row.at, row.session_id])
  const people = await readPeople(
    ctx,
    viewer.id,
    rows.flatMap((row) => [row.creator_id, row.fan_id, ...(row.operator_id ? [row.operator_id] : [])]),
  )
  const data = rows.map((row) => ({
    session_id: row.session_id,
    agency_id: row.agency_id,
    creator: personOf(people, row.creator_id),
    fan: personOf(people, row.fan_id),
    last_message: row.last_message,
    last_message_type: row.last_message_type ?? 'none',
    last_message_at: row.last_message_at.toISOString(),
    last_seq: row.last_seq,
    unread_count: row.unread_count,
    awaits_answer: row.awaits_answer,
    may_write: row.may_write,
    is_subscriber: row.is_subscriber,
    spent: row.spent_cents === null ? null : coinsOf(row.spent_cents),
    request: row.request_cents === null ? null : { price: row.sees_amounts ? coinsOf(row.request_cents) : null },
    claim: presentClaim(people, row),
  }))
  return { data, next }
}

/** A claim, or null for a conversation that was never claimed. */
export const presentClaim = (people: People, row: ClaimRow): Claim | null =>
  row.claimed_at === null
    ? null
    : {
        operator: row.operator_id === null ? null : personOf(people, row.operator_id),
        note: row.note ?? '',
        at: row.claimed_at.toISOString(),
        until: row.until?.toISOString() ?? null,
      }

export async function readTeamCreators(ctx: Services, viewer: Viewer): Promise<TeamCreator[]> {
  const rows = await ctx.db.run(creatorsOfInbox, { operator: viewer.id, now: new Date(ctx.now()) })
  const people = await readPeople(
    ctx,
    viewer.id,
    rows.map((row) => row.creator_id),
  )
  return rows.map((row) => {
    const shift = presentShift(row, ctx.now())
    return {
      agency_id: row.agency_id,
      agency_name: row.agency_name,
      creator: personOf(people, row.creator_id),
      permissions: flagsOf(row),
      shift,
      ends_at: shift?.is_on === false ? null : endOf(row, ctx.now()),
      waiting: row.waiting,
    }
  })
}

/** The colleagues to whom an operator may hand a conversation of the creator for whom they call. */
export async function readColleagues(ctx: Services, viewer: Viewer): Promise<User[]> {
  const { agencyId = '', operatorId = '' } = viewer.acting ?? {}
  const rows = await ctx.db.run(colleaguesNow, { agency: agencyId, creator: viewer.id, operator: operatorId })
  const ids = rows.map((row) => row.user_id)
  const people = await readPeople(ctx, operatorId, ids)
  return ids.flatMap((id) => people.get(id) ?? [])
}

/**
 * Claims a conversation for five minutes, renews that, hands it over, or releases it (product §58). Answers the end of
 * the lease.
 */
export async function claim(
  ctx: Services,
  viewer: Viewer,
  claimed: Received<typeof teamInbox.claim>,
): Promise<Date | null> {
  const { agency_id: agency, creator_id: creator, fan_id: fan } = claimed
  const operator = claimed.operator_id === undefined ? viewer.id : claimed.operator_id
  const until = operator === null ? null : new Date(Date.now() + (operator === viewer.id ? claimLeaseMs : handOverMs))
  const isRenewed = await ctx.db.transact(async (tx) => {
    const mayChat = async (userId: string) =>
      (await tx.run(findChatGrant, { agency, creator, operator: userId, fan })).length > 0
    if (!(await mayChat(viewer.id)) || (operator !== null && !(await mayChat(operator)))) throw refuse('not_found')
    const note = claimed.note ?? null
    const [row] = await tx.run(takeClaim, { agency, creator, fan, operator, note, until, viewer: viewer.id })
    if (row === undefined) throw refuse('already_done')
    // A claim that is renewed while its holder types is one act, not one a minute.
    if (operator === viewer.id && row.was_mine) return true
    const action = operator === viewer.id ? 'desk.claim' : operator === null ? 'desk.release' : 'desk.hand_over'
    await writeAuditEntry(tx, {
      agencyId: agency,
      grantId: null,
      actorId: viewer.id,
      subjectId: creator,
      action,
      object: { kind: 'user', id: fan },
    })
    return false
  })
  const holder = operator === null ? null : await readHolder(ctx, viewer, operator)
  ctx.live.publish({
    userId: creator,
    type: 'team_claim',
    payload: {
      agency_id: agency,
      creator_id: creator,
      fan_id: fan,
      operator: holder,
      until: until?.toISOString() ?? null,
    },
  })
  if (!isRenewed) publishAuditEntry(ctx, creator)
  return until
}

async function readHolder(ctx: Services, viewer: Viewer, operatorId: string): Promise<User> {
  const people = await readPeople(ctx, viewer.id, [operatorId])
  return personOf(people, operatorId)
}

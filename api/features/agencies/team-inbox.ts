import type { TeamInboxRow, teamInbox } from '../../../contract/acting.ts'
import type { Received } from '../../../contract/endpoint.ts'
import { readPeople } from '../../people/views.ts'
import { publishAuditEntry, writeAuditEntry } from '../../platform/audit/audit.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { findChatGrant, type InboxRow, readInbox, takeClaim } from './activity-statements.ts'
import { personOf } from './views.ts'

/** The conversations of all creators whom this operator may chat for now; a grant that ends removes its rows. */
export async function readTeamInbox(
  ctx: Services,
  viewer: Viewer,
  query: Received<typeof teamInbox.inbox>,
): Promise<{ data: TeamInboxRow[]; next: string | null }> {
  const limit = query.limit ?? 30
  const [at = null, session = null] = fromCursor(query.cursor, 'time', 'uuid') ?? []
  const found = await ctx.db.run(readInbox, { operator: viewer.id, at, session, limit: limit + 1, show: query.show })
  const { rows, next } = cut(found, limit, (row) => [row.at, row.session_id])
  const people = await readPeople(
    ctx,
    viewer.id,
    rows.flatMap((row) => [row.creator_id, row.fan_id, ...(row.operator_id ? [row.operator_id] : [])]),
  )
  return { data: rows.map(presentRow), next }

  function presentRow(row: InboxRow): TeamInboxRow {
    return {
      session_id: row.session_id,
      agency_id: row.agency_id,
      creator: personOf(people, row.creator_id),
      fan: personOf(people, row.fan_id),
      last_message: row.last_message,
      last_message_type: row.last_message_type,
      last_message_at: row.last_message_at.toISOString(),
      unread_count: row.unread_count,
      awaits_answer: row.awaits_answer,
      claim:
        row.claimed_at === null
          ? null
          : {
              operator: row.operator_id === null ? null : personOf(people, row.operator_id),
              note: row.note ?? '',
              at: row.claimed_at.toISOString(),
            },
    }
  }
}

/**
 * Claims a conversation, hands it over, or releases it. A claim stays with its operator until they release it or lose
 * access.
 */
export async function claim(ctx: Services, viewer: Viewer, claimed: Received<typeof teamInbox.claim>): Promise<void> {
  const { agency_id: agency, creator_id: creator, fan_id: fan } = claimed
  const operatorId = claimed.operator_id === undefined ? viewer.id : claimed.operator_id
  await ctx.db.transact(async (tx) => {
    const mayChat = async (userId: string) =>
      (await tx.run(findChatGrant, { agency, creator, operator: userId, fan })).length > 0
    if (!(await mayChat(viewer.id)) || (operatorId !== null && !(await mayChat(operatorId)))) throw refuse('not_found')
    const note = claimed.note ?? null
    const [row] = await tx.run(takeClaim, { agency, creator, fan, operator: operatorId, note, viewer: viewer.id })
    if (row === undefined) throw refuse('already_done')
    const action = operatorId === viewer.id ? 'desk.claim' : operatorId === null ? 'desk.release' : 'desk.hand_over'
    await writeAuditEntry(tx, {
      agencyId: agency,
      grantId: null,
      actorId: viewer.id,
      subjectId: creator,
      action,
      object: { kind: 'user', id: fan },
    })
  })
  publishAuditEntry(ctx, creator)
}

import type { DeskRow, teamDesk } from '../../../contract/acting.ts'
import type { Received } from '../../../contract/endpoint.ts'
import type { Statement } from '../../platform/db/db.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { grantTables, opensChat } from '../../identity/grants.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { readPeople } from '../../people/views.ts'
import { publishAuditEntry, writeAuditEntry } from '../../platform/audit/audit.ts'
import { personOf } from './views.ts'

/** The conversations of all creators whom this operator may chat for right now; a grant that ends takes its rows along. */
export async function readDesk(
  ctx: Services,
  viewer: Viewer,
  query: Received<typeof teamDesk.inbox>,
): Promise<{ data: DeskRow[]; next: string | null }> {
  const limit = query.limit ?? 30
  const after = fromCursor(query.cursor, 2) ?? [null, null]
  const found = await ctx.db.run<Row>(inbox, [viewer.id, ...after, limit + 1, query.show])
  const { rows, next } = cut(found, limit, (row) => [row.at, row.session_id])
  const people = await readPeople(
    ctx,
    viewer.id,
    rows.flatMap((row) => [row.creator_id, row.fan_id, ...(row.operator_id ? [row.operator_id] : [])]),
  )
  return { data: rows.map(show), next }

  function show(row: Row): DeskRow {
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

/** Takes a conversation, hands it over, or leaves it. What another operator sees to is theirs until they let go or lose access. */
export async function claim(ctx: Services, viewer: Viewer, it: Received<typeof teamDesk.claim>): Promise<void> {
  const operatorId = it.operator_id === undefined ? viewer.id : it.operator_id
  await ctx.db.transact(async (tx) => {
    const mayChat = async (userId: string) =>
      (await tx.run(chatGrant, [it.agency_id, it.creator_id, userId, it.fan_id])).length > 0
    if (!(await mayChat(viewer.id)) || (operatorId !== null && !(await mayChat(operatorId)))) throw refuse('not_found')
    const [kept] = await tx.run(take, [it.agency_id, it.creator_id, it.fan_id, operatorId, it.note ?? null, viewer.id])
    if (kept === undefined) throw refuse('already_done')
    const action = operatorId === viewer.id ? 'desk.claim' : operatorId === null ? 'desk.release' : 'desk.hand_over'
    await writeAuditEntry(tx, {
      agencyId: it.agency_id,
      grantId: null,
      actorId: viewer.id,
      subjectId: it.creator_id,
      action,
      object: { kind: 'user', id: it.fan_id },
    })
  })
  publishAuditEntry(ctx, it.creator_id)
}

/** SQL: whoever has claim `k` may still chat as the creator; what nobody may see to any more is free. */
const holderMayChat = `exists (select 1 from ${grantTables}
      where g.agency_id = k.agency_id and l.user_id = k.creator_id and m.user_id = k.operator_id and ${opensChat})`

const inbox: Statement = {
  name: 'desk_inbox',
  text: `
    select c.session_id, g.agency_id, c.user_id as creator_id, c.other_id as fan_id, c.last_message, c.last_message_type,
      c.last_message_at, c.last_message_at::text as at, c.unread_count, c.awaits_answer, h.operator_id, k.note, k.updated_at as claimed_at
    from ${grantTables}
    join chat_members c on c.user_id = l.user_id and c.as_creator and c.last_message_at is not null and not c.hidden
    left join agency_claims k on k.agency_id = g.agency_id and k.creator_id = c.user_id and k.fan_id = c.other_id
    left join lateral (select k.operator_id where ${holderMayChat}) h on true
    where m.user_id = $1::uuid and ${opensChat}
      and ($2::timestamptz is null or (c.last_message_at, c.session_id) < ($2::timestamptz, $3::uuid))
      and case $5::text when 'unanswered' then c.awaits_answer when 'mine' then h.operator_id = $1::uuid
        when 'free' then h.operator_id is null else true end
    order by c.last_message_at desc, c.session_id desc limit $4`,
}
const chatGrant: Statement = {
  name: 'desk_chat_grant',
  text: `select 1 from ${grantTables} join chat_members c on c.user_id = l.user_id and c.other_id = $4::uuid
    where g.agency_id = $1::uuid and l.user_id = $2::uuid and m.user_id = $3::uuid and ${opensChat}`,
}
const take: Statement = {
  name: 'desk_take',
  text: `
    insert into agency_claims as k (agency_id, creator_id, fan_id, operator_id, note, updated_at)
    values ($1::uuid, $2::uuid, $3::uuid, $4::uuid, coalesce($5::text, ''), now())
    on conflict (agency_id, creator_id, fan_id) do update set operator_id = excluded.operator_id,
      note = coalesce($5::text, k.note), updated_at = now()
    where k.operator_id is null or k.operator_id = $6::uuid or not ${holderMayChat}
    returning 1`,
}

type Row = {
  session_id: string
  agency_id: string
  creator_id: string
  fan_id: string
  last_message: string | null
  last_message_type: string | null
  last_message_at: Date
  at: string
  unread_count: number
  awaits_answer: boolean
  operator_id: string | null
  note: string | null
  claimed_at: Date | null
}

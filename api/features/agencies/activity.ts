import type { AuditEntry, Figures } from '../../../contract/agencies.ts'
import type { Statement } from '../../platform/db/db.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import type { Services } from '../../platform/services.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { readPeople } from '../../people/views.ts'
import { getMember } from './members.ts'
import { type AuditEntryRow, personOf, presentAuditEntry } from './views.ts'

export type ActivityQuery = { limit?: number; cursor?: string; actor?: string; subject?: string; area?: string }

/** The log of an agency; an operator reads the lines about themselves. */
export async function readAgencyActivity(ctx: Services, viewer: Viewer, agencyId: string, query: ActivityQuery) {
  const me = await getMember(ctx.db, viewer.id, agencyId)
  const actor = me.role === 'operator' ? viewer.id : (query.actor ?? null)
  return readActs(ctx, viewer, ofAgency, agencyId, { ...query, actor, subject: query.subject ?? null })
}

/** Everything that was done in this person's name, by whichever agency. */
export const readMyActivity = (ctx: Services, viewer: Viewer, query: ActivityQuery) =>
  readActs(ctx, viewer, ofSubject, viewer.id, { ...query, actor: query.actor ?? null, subject: null })

async function readActs(
  ctx: Services,
  viewer: Viewer,
  statement: Statement,
  key: string,
  query: Omit<ActivityQuery, 'actor' | 'subject'> & { actor: string | null; subject: string | null },
): Promise<{ data: AuditEntry[]; next: string | null }> {
  const limit = query.limit ?? 30
  const [after] = fromCursor(query.cursor, 1) ?? [null]
  const area = query.area === undefined ? null : `${query.area}.%`
  const found = await ctx.db.run<AuditEntryRow>(statement, [key, after, limit + 1, query.actor, query.subject, area])
  const { rows, next } = cut(found, limit, (row) => [row.id])
  const people = await readPeople(
    ctx,
    viewer.id,
    rows.flatMap((row) => [row.actor_id, row.subject_id, ...(row.about_id === null ? [] : [row.about_id])]),
  )
  return { data: rows.map((row) => presentAuditEntry(people, row)), next }
}

/**
 * What members wrote for the agency's creators in the last days, sold by it, and how fast they answered. Sums are shown to
 * owner and admins, and only of creators whose ceiling opens payments.
 */
export async function readFigures(
  ctx: Services,
  viewer: Viewer,
  agencyId: string,
  days: number,
): Promise<{ data: Figures[] }> {
  const me = await getMember(ctx.db, viewer.id, agencyId)
  const only = me.role === 'operator' ? viewer.id : null
  const rows = await ctx.db.run<FiguresRow>(figures, [agencyId, new Date(ctx.now() - days * 86_400_000), only])
  const people = await readPeople(
    ctx,
    viewer.id,
    rows.map((row) => row.operator_id),
  )
  return {
    data: rows.map((row) => ({
      operator: personOf(people, row.operator_id),
      messages: row.messages,
      sold: row.sold,
      earned: me.role === 'operator' ? null : row.earned_cents / 100,
      answer_seconds: row.answer_seconds === null ? null : Math.round(row.answer_seconds),
    })),
  }
}

const acts = (name: string, where: string, about: string, hidden = 'false'): Statement => ({
  name: `agencies_acts_${name}`,
  text: `select c.id, c.actor_id, c.subject_id, c.action, case when not (${hidden}) then c.object_kind end as object_kind, c.object_id,
      ${about} as about_id, c.created_at
    from agency_audit_entries c
    where ${where} and ($2::uuid is null or c.id < $2::uuid) and ($4::uuid is null or c.actor_id = $4::uuid)
      and ($5::uuid is null or c.subject_id = $5::uuid) and ($6::text is null or c.action like $6::text)
    order by c.id desc limit $3`,
})
/** Whom the creator writes with is theirs to know: an agency sees it through `can_chat` alone. */
const ofAgency = acts(
  'of_agency',
  'c.agency_id = $1::uuid',
  'null',
  `c.object_kind = 'user' and c.object_id <> c.subject_id::text and c.action not like 'agencies.%'`,
)
const ofSubject = acts(
  'of_subject',
  'c.subject_id = $1::uuid',
  `case c.object_kind
      when 'user' then nullif(c.object_id, c.subject_id::text)
      when 'message' then (select case when x.sender_id = c.subject_id then x.receiver_id else x.sender_id end::text
        from messages x where x.id = c.object_id::uuid)
      when 'session' then (select x.other_id::text from chat_members x
        where x.session_id = c.object_id::uuid and x.user_id = c.subject_id) end`,
)

/** An answer is a message of the team right after one of the fan's. */
const figures: Statement = {
  name: 'agencies_figures',
  text: `
    with wrote as (
      select x.operator_id, x.id, x.session_id, x.seq, x.created_at, x.receiver_id, l.can_payment
      from agency_creators l
      join messages x on x.sender_id = l.user_id and x.created_at >= $2::timestamptz
      join agency_members m on m.agency_id = l.agency_id and m.user_id = x.operator_id and m.ended_at is null
      where l.agency_id = $1::uuid and l.status = 'active' and x.operator_id is not null
        and ($3::uuid is null or x.operator_id = $3::uuid)
    ), sales as (
      select w.operator_id, count(*)::int as sold, coalesce(sum(case when w.can_payment then p.price_cents else 0 end), 0)::bigint as cents
      from wrote w join purchases p on p.object_kind = 'message' and p.object_id = w.id and p.refunded_at is null
      group by w.operator_id
    ), answers as (
      select w.operator_id, percentile_cont(0.5) within group (order by extract(epoch from w.created_at - p.created_at)) as seconds
      from wrote w join messages p on p.session_id = w.session_id and p.seq = w.seq - 1 and p.sender_id = w.receiver_id
      group by w.operator_id
    )
    select m.user_id as operator_id, count(w.id)::int as messages, coalesce(s.sold, 0) as sold,
      coalesce(s.cents, 0)::bigint as earned_cents, n.seconds::float8 as answer_seconds
    from agency_members m
    left join wrote w on w.operator_id = m.user_id
    left join sales s on s.operator_id = m.user_id
    left join answers n on n.operator_id = m.user_id
    where m.agency_id = $1::uuid and m.ended_at is null and ($3::uuid is null or m.user_id = $3::uuid)
    group by m.user_id, s.sold, s.cents, n.seconds order by messages desc, m.user_id limit 200`,
}
type FiguresRow = {
  operator_id: string
  messages: number
  sold: number
  earned_cents: number
  answer_seconds: number | null
}

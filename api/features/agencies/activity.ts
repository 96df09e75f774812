import type { AuditEntry, Figures } from '../../../contract/agency-shapes.ts'
import { coinsOf } from '../../../contract/coins.ts'
import { managesAgency, seesTeamFigures } from '../../../contract/policy/supervision.ts'
import { readPeople } from '../../people/views.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import type { ValuesOf } from '../../platform/db/statement.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { type AuditEntryRow, entriesAboutCreator, entriesOfAgency, readFiguresOfTeam } from './activity-statements.ts'
import { getMember } from './members.ts'
import { personOf, presentAuditEntry } from './views.ts'

export type ActivityQuery = { limit?: number; cursor?: string; actor?: string; subject?: string; area?: string }

/** The audit log of an agency; only managers see entries of others. */
export async function readAgencyActivity(ctx: Services, viewer: Viewer, agencyId: string, query: ActivityQuery) {
  const me = await getMember(ctx.db, viewer.id, agencyId)
  const actor = managesAgency(me.role) ? query.actor : viewer.id
  return readEntries(ctx, viewer, { ...query, actor }, (page) =>
    ctx.db.run(entriesOfAgency, { agency: agencyId, ...page }),
  )
}

/** Everything that operators of any agency did in this creator's name. */
export const readMyActivity = (ctx: Services, viewer: Viewer, query: ActivityQuery) =>
  readEntries(ctx, viewer, { ...query, subject: undefined }, (page) =>
    ctx.db.run(entriesAboutCreator, { creator: viewer.id, ...page }),
  )

async function readEntries(
  ctx: Services,
  viewer: Viewer,
  query: { [K in keyof ActivityQuery]: ActivityQuery[K] | undefined },
  read: (page: Omit<ValuesOf<typeof entriesOfAgency.parameters>, 'agency'>) => Promise<AuditEntryRow[]>,
): Promise<{ data: AuditEntry[]; next: string | null }> {
  const limit = query.limit ?? 30
  const [after] = fromCursor(query.cursor, 'uuid') ?? [null]
  const found = await read({
    after: after ?? null,
    limit: limit + 1,
    actor: query.actor ?? null,
    subject: query.subject ?? null,
    actions: query.area === undefined ? null : `${query.area}.%`,
  })
  const { rows, next } = cut(found, limit, (row) => [row.id])
  const people = await readPeople(
    ctx,
    viewer.id,
    rows.flatMap((row) => [row.actor_id, row.subject_id, ...(row.about_id === null ? [] : [row.about_id])]),
  )
  return { data: rows.map((row) => presentAuditEntry(people, row)), next }
}

/**
 * Messages that members wrote for the agency's creators in the last days, their sales and reply times. Only the owner
 * and admins see amounts, and only for creators whose ceiling opens payments.
 */
export async function readFigures(
  ctx: Services,
  viewer: Viewer,
  agencyId: string,
  days: number,
): Promise<{ data: Figures[] }> {
  const me = await getMember(ctx.db, viewer.id, agencyId)
  const rows = await ctx.db.run(readFiguresOfTeam, {
    agency: agencyId,
    since: new Date(ctx.now() - days * 86_400_000),
    operator: seesTeamFigures(me.role) ? null : viewer.id,
  })
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
      earned: managesAgency(me.role) ? coinsOf(row.earned_cents) : null,
      answer_seconds: row.answer_seconds === null ? null : Math.round(row.answer_seconds),
      reviews: row.reviews,
      score: row.score,
    })),
  }
}

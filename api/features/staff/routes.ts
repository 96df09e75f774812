import { staff } from '../../../contract/staff.ts'
import type { Statement } from '../../platform/db/db.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { publicMedia } from '../../people/views.ts'
import { decideReport, listReports, takeReport } from './reports.ts'
import { listUsers, suspend, unsuspend } from './users.ts'
import { approve, listVerifications, reject } from './verifications.ts'

export const staffRoutes = (ctx: Services) =>
  implement(staff)({
    overview: async () => {
      const [row] = await ctx.db.run<{
        verifications: number
        reports: number
        overdue: number
        next_due_at: Date | null
        payouts: number
        disputes: number
        ledger_holds: boolean | null
      }>(waiting, [new Date(ctx.now())])
      return {
        verifications: row?.verifications ?? 0,
        reports: row?.reports ?? 0,
        overdue: row?.overdue ?? 0,
        next_due_at: row?.next_due_at?.toISOString() ?? null,
        payouts: row?.payouts ?? 0,
        disputes: row?.disputes ?? 0,
        ledger_holds: row?.ledger_holds ?? null,
      }
    },
    verifications: async ({ status, ...page }) => listVerifications(ctx, status, page),
    approve: async ({ id }, { viewer }) => approve(ctx, viewer, id),
    reject: async ({ id, reason }, { viewer }) => reject(ctx, viewer, id, reason),
    reports: async ({ status, ...page }) => listReports(ctx, status, page),
    takeReport: async ({ id }, { viewer }) => takeReport(ctx, viewer, id),
    decideReport: async ({ id, ...decision }, { viewer }) => decideReport(ctx, viewer, id, decision),
    users: async ({ q, ...page }) => listUsers(ctx, q, page),
    suspend: async ({ id, reason }, { viewer }) => suspend(ctx, viewer, id, reason),
    unsuspend: async ({ id }, { viewer }) => unsuspend(ctx, viewer, id),
    acts: async ({ limit = 30, cursor }) => {
      const [after] = fromCursor(cursor, 1) ?? [null]
      const found = await ctx.db.run<AuditEntryRow>(acts, [after, limit + 1])
      const { rows, next } = cut(found, limit, (row) => [row.id])
      return { data: rows.map((row) => presentAuditEntry(ctx, row)), next }
    },
  })

const presentAuditEntry = (ctx: Services, row: AuditEntryRow) => ({
  id: row.id,
  staff: {
    id: row.staff_id,
    username: row.username,
    display_name: row.display_name,
    avatar: publicMedia(ctx, row.avatar_media_id, 'thumb'),
  },
  action: row.action,
  object_kind: row.object_kind,
  object_id: row.object_id,
  note: row.note,
  at: row.created_at.toISOString(),
})

const waiting: Statement = {
  name: 'staff_waiting',
  text: `select (select count(*)::int from creator_verifications where status = 'pending') as verifications, count(*)::int as reports,
    (count(*) filter (where due_at < $1))::int as overdue, min(due_at) as next_due_at,
    (select count(*)::int from payouts where status in ('requested', 'approved', 'processing')) as payouts,
    (select count(*)::int from disputes where status = 'open') as disputes,
    (select jsonb_array_length(violations) = 0 from ledger_checks where violations is not null order by finished_at desc limit 1) as ledger_holds
    from reports where status in ('received', 'in_review')`,
}
const acts: Statement = {
  name: 'staff_audit_entries',
  text: `select a.id, a.staff_id, u.username, u.display_name, u.avatar_media_id, a.action, a.object_kind, a.object_id, a.note, a.created_at
    from staff_audit_entries a left join users u on u.id = a.staff_id where $1::uuid is null or a.id < $1::uuid order by a.id desc limit $2`,
}
type AuditEntryRow = {
  id: string
  staff_id: string
  username: string | null
  display_name: string | null
  avatar_media_id: string | null
  action: string
  object_kind: string
  object_id: string
  note: string | null
  created_at: Date
}

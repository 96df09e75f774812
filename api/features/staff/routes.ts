import { staff } from '../../../contract/staff.ts'
import { publicMedia } from '../../people/views.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { lookAtReport } from './look.ts'
import { decideReport, listReports, takeReport } from './reports.ts'
import { readOverview, readStaffEntries, type StaffEntryRow } from './statements.ts'
import { allowBirthdate, listUsers, suspend, unsuspend } from './users.ts'
import { approve, listVerifications, reject } from './verifications.ts'

export const staffRoutes = (ctx: Services) =>
  implement(staff)({
    overview: async () => {
      const [row] = await ctx.db.run(readOverview, { now: new Date(ctx.now()) })
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
    lookAtReport: ({ id }, { viewer }) => lookAtReport(ctx, viewer, id),
    takeReport: async ({ id }, { viewer }) => takeReport(ctx, viewer, id),
    decideReport: async ({ id, ...decision }, { viewer }) => decideReport(ctx, viewer, id, decision),
    users: async ({ q, ...page }) => listUsers(ctx, q, page),
    suspend: async ({ id, reason }, { viewer }) => suspend(ctx, viewer, id, reason),
    unsuspend: async ({ id }, { viewer }) => unsuspend(ctx, viewer, id),
    allowBirthdate: async ({ id, note }, { viewer }) => allowBirthdate(ctx, viewer, id, note),
    auditLog: async ({ limit = 30, cursor }) => {
      const [after] = fromCursor(cursor, 'uuid') ?? [null]
      const found = await ctx.db.run(readStaffEntries, { after: after ?? null, limit: limit + 1 })
      const { rows, next } = cut(found, limit, (row) => [row.id])
      return { data: rows.map((row) => presentAuditEntry(ctx, row)), next }
    },
  })

const presentAuditEntry = (ctx: Services, row: StaffEntryRow) => ({
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

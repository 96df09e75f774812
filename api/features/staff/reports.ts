import { and, eq, inArray } from 'drizzle-orm'
import { reportObjects } from '../../../contract/report-kinds.ts'
import type { StaffReport } from '../../../contract/staff.ts'
import { publicMedia } from '../../people/views.ts'
import { auditStaff } from '../../platform/audit/staff-audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { reports } from '../../platform/db/schema/staff.ts'
import { purgePerson } from '../../platform/http/purge.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import type { Services } from '../../platform/services.ts'
import { tombstone } from '../chat/tombstone.ts'
import { notify } from '../notifications/notify.ts'
import { removeComment, removePost } from '../posts/posts.ts'
import { kindOf, ticketUrl } from '../reports/reports.ts'
import {
  authorOfPost,
  ownerOfPage,
  postOfComment,
  type ReportRow,
  readReport,
  readReports,
  removeMedia,
} from './statements.ts'

/** Reports, the next deadline first; decided ones by when they were made. */
export async function listReports(
  ctx: Services,
  status: 'open' | 'upheld' | 'rejected',
  page: { limit?: number | undefined; cursor?: string | undefined },
) {
  const limit = page.limit ?? 30
  const [at = null, report = null] = fromCursor(page.cursor, 'time', 'uuid') ?? []
  const states = status === 'open' ? ['received', 'in_review'] : [status]
  const found = await ctx.db.run(readReports, { states, at, report, limit: limit + 1 })
  const { rows, next } = cut(found, limit, (row) => [row.at, row.id])
  return { data: rows.map((row) => presentReport(ctx, row)), next }
}

export async function takeReport(ctx: Services, viewer: Viewer, id: string): Promise<StaffReport> {
  await ctx.db.transact(async (tx) => {
    const taken = await tx
      .update(reports)
      .set({ status: 'in_review' })
      .where(and(eq(reports.id, id), eq(reports.status, 'received')))
      .returning({ id: reports.id })
    if (taken.length === 0) throw await refusalFor(tx, id)
    await auditStaff(tx, viewer, 'report.take', { kind: 'report', id })
  })
  return readOne(ctx, id)
}

export type Decision = { decision: 'upheld' | 'rejected'; remove: boolean; answer: string }

/**
 * Decides once, removes the reported object where that is the decision, and notifies the reporter. Staff members do not
 * decide in their own matter.
 */
export async function decideReport(
  ctx: Services,
  viewer: Viewer,
  id: string,
  { decision, remove, answer }: Decision,
): Promise<StaffReport> {
  const { row, removed, afterCommit } = await ctx.db.transact(async (tx) => {
    const [about] = await tx.run(readReport, { report: id })
    if (about?.s_id === viewer.id || about?.r_id === viewer.id) throw refuse('own_thing')
    const [decided] = await tx
      .update(reports)
      .set({ status: decision, answer, decidedAt: new Date(), decidedBy: viewer.id })
      .where(and(eq(reports.id, id), inArray(reports.status, ['received', 'in_review'])))
      .returning()
    if (decided === undefined) throw await refusalFor(tx, id)
    const removed = decision === 'upheld' && remove ? await removeObject(tx, ctx, about) : null
    const action = `report.${decision}${removed === null ? '' : '.removed'}`
    await auditStaff(tx, viewer, action, { kind: 'report', id }, answer)
    const { reporterId } = decided
    const answered = { type: 'report_answered', actorId: null, object: { kind: 'report', id } } as const
    const afterCommit = reporterId === null ? null : await notify(tx, ctx, { userId: reporterId, ...answered })
    return { row: decided, removed, afterCommit }
  })
  afterCommit?.()
  if (removed !== null) {
    removed()
    await purgePageOf(ctx, row.objectKind, row.objectId)
  }
  if (row.email !== null) {
    const { ticket, locale } = row
    await sendMail(ctx, {
      to: row.email,
      userId: row.reporterId,
      locale,
      kind: 'report_decided',
      url: ticketUrl(ctx, ticket),
      facts: { ticket, answer },
    })
  }
  return readOne(ctx, id)
}

async function refusalFor(tx: Db, id: string): Promise<Error> {
  const [known] = await tx.select({ id: reports.id }).from(reports).where(eq(reports.id, id))
  return refuse(known === undefined ? 'not_found' : 'already_done')
}

/**
 * Removes the reported object as its owner would, and returns the effects to run after the commit; null when there is
 * nothing left to remove. Users are suspended instead (`suspend`), which is a decision of its own.
 */
async function removeObject(tx: Db, ctx: Services, report: ReportRow | undefined): Promise<(() => void) | null> {
  const { object_kind: kind, object_id: id } = report ?? {}
  if (!id) return null
  if (kind === 'message') return tombstone(tx, ctx, id)
  if (kind === 'post') {
    const [post] = await tx.run(authorOfPost, { post: id })
    if (post === undefined) return null
    await removePost(tx, post.author_id, id, ctx.now())
  } else if (kind === 'comment') {
    const [comment] = await tx.run(postOfComment, { comment: id })
    if (comment === undefined) return null
    await removeComment(tx, comment.post_id, id)
  } else if (kind === 'media') {
    const [media] = await tx.run(removeMedia, { media: id, now: new Date(ctx.now()) })
    if (media === undefined) return null
  } else return null
  return () => undefined
}

/** Purges the cached page on which the removed object was shown. */
async function purgePageOf(ctx: Services, kind: string | null, id: string | null): Promise<void> {
  if (id === null || (kind !== 'post' && kind !== 'comment' && kind !== 'media')) return
  const [row] = await ctx.db.run(ownerOfPage, { object: id })
  purgePerson(ctx, row?.owner ?? null)
}

async function readOne(ctx: Services, id: string): Promise<StaffReport> {
  const [row] = await ctx.db.run(readReport, { report: id })
  if (row === undefined) throw refuse('not_found')
  return presentReport(ctx, row)
}

function presentReport(ctx: Services, row: ReportRow): StaffReport {
  return {
    id: row.id,
    ticket: row.ticket,
    kind: kindOf(row.kind),
    status: row.status,
    object: row.object,
    object_kind: reportObjects.find((it) => it === row.object_kind) ?? null,
    object_id: row.object_id,
    subject:
      row.s_id === null
        ? null
        : {
            id: row.s_id,
            username: row.s_username,
            display_name: row.s_name,
            avatar: publicMedia(ctx, row.s_avatar, 'thumb'),
          },
    post_id: row.post_id,
    text: row.text,
    evidence: row.evidence,
    email: row.email,
    reporter:
      row.r_id === null
        ? null
        : {
            id: row.r_id,
            username: row.r_username,
            display_name: row.r_name,
            avatar: publicMedia(ctx, row.r_avatar, 'thumb'),
          },
    answer: row.answer,
    due_at: row.due_at.toISOString(),
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
  }
}

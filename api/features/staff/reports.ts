import { and, eq, inArray } from 'drizzle-orm'
import { type ReportObject, reportObjects } from '../../../contract/reports.ts'
import type { StaffReport } from '../../../contract/staff.ts'
import type { Db, Statement } from '../../platform/db/db.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { reports } from '../../platform/db/schema/staff.ts'
import { purgePerson } from '../../platform/http/purge.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { tombstone } from '../chat/chat.ts'
import { notify } from '../notifications/notify.ts'
import { removeComment, removePost } from '../posts/posts.ts'
import { kindOf, ticketUrl } from '../reports/reports.ts'
import { publicMedia } from '../../people/views.ts'
import { auditStaff } from '../../platform/audit/staff-audit.ts'

/** Notices, the next clock first; decided ones by when they came. */
export async function listReports(
  ctx: Services,
  status: 'open' | 'upheld' | 'rejected',
  page: { limit?: number | undefined; cursor?: string | undefined },
) {
  const limit = page.limit ?? 30
  const after = fromCursor(page.cursor, 2) ?? [null, null]
  const states = status === 'open' ? ['received', 'in_review'] : [status]
  const found = await ctx.db.run<Row>(queue, [states, ...after, limit + 1])
  const { rows, next } = cut(found, limit, (row) => [row.at, row.id])
  return { data: rows.map((row) => show(ctx, row)), next }
}

export async function takeReport(ctx: Services, viewer: Viewer, id: string): Promise<StaffReport> {
  await ctx.db.transact(async (tx) => {
    const taken = await tx
      .update(reports)
      .set({ status: 'in_review' })
      .where(and(eq(reports.id, id), eq(reports.status, 'received')))
      .returning({ id: reports.id })
    if (taken.length === 0) throw await whyNot(tx, id)
    await auditStaff(tx, viewer, 'report.take', { kind: 'report', id })
  })
  return readOne(ctx, id)
}

export type Decision = { decision: 'upheld' | 'rejected'; remove: boolean; answer: string }

/** Decides once, removes the reported thing where that is the decision, and tells whoever sent the notice. Nobody decides in their own matter. */
export async function decideReport(
  ctx: Services,
  viewer: Viewer,
  id: string,
  { decision, remove, answer }: Decision,
): Promise<StaffReport> {
  const { row, removed, afterCommit } = await ctx.db.transact(async (tx) => {
    const [about] = await tx.run<Row>(one, [id])
    if (about?.s_id === viewer.id || about?.r_id === viewer.id) throw refuse('own_thing')
    const [decided] = await tx
      .update(reports)
      .set({ status: decision, answer, decidedAt: new Date(), decidedBy: viewer.id })
      .where(and(eq(reports.id, id), inArray(reports.status, ['received', 'in_review'])))
      .returning()
    if (decided === undefined) throw await whyNot(tx, id)
    const removed = decision === 'upheld' && remove ? await removeThing(tx, ctx, about) : null
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

async function whyNot(tx: Db, id: string): Promise<Error> {
  const [known] = await tx.select({ id: reports.id }).from(reports).where(eq(reports.id, id))
  return refuse(known === undefined ? 'not_found' : 'already_done')
}

/**
 * Removes a thing as its owner would, and answers what to tell after the commit; null when there is nothing to remove any
 * more. People are suspended instead (`suspend`), which is a decision of its own.
 */
async function removeThing(tx: Db, ctx: Services, about: Row | undefined): Promise<(() => void) | null> {
  const { object_kind: kind, object_id: id } = about ?? {}
  if (kind === 'message' && id) return tombstone(tx, ctx, id)
  if ((kind !== 'post' && kind !== 'comment' && kind !== 'media') || !id) return null
  const [gone] = await tx.run<{ place: string }>(removals[kind], kind === 'media' ? [id, new Date(ctx.now())] : [id])
  if (gone === undefined) return null
  if (kind === 'post') await removePost(tx, gone.place, id, ctx.now())
  if (kind === 'comment') await removeComment(tx, gone.place, id)
  return () => undefined
}

/** Whose a post is, and under which post a comment stands, while it is there. A media goes at once, off the profile too; no address of it is given any more, whoever bought it. */
const removals: Record<Exclude<ReportObject, 'user' | 'message'>, Statement> = {
  post: {
    name: 'report_post',
    text: `select author_id as place from posts where id = $1::uuid and deleted_at is null`,
  },
  comment: {
    name: 'report_comment',
    text: `select c.post_id as place from comments c join posts p on p.id = c.post_id
      where c.id = $1::uuid and c.deleted_at is null and p.deleted_at is null`,
  },
  media: {
    name: 'report_media',
    text: `
      with gone as (
        update media set deleted_at = coalesce(deleted_at, $2::timestamptz), state = 'failed', reason = 'removed'
        where id = $1::uuid and reason is distinct from 'removed' returning id, owner_id
      )
      update users u set avatar_media_id = nullif(u.avatar_media_id, gone.id), cover_media_id = nullif(u.cover_media_id, gone.id)
      from gone where u.id = gone.owner_id returning u.id as place`,
  },
}

/** What was removed from somebody's page is gone from the cached one too. */
async function purgePageOf(ctx: Services, kind: string | null, id: string | null): Promise<void> {
  if (kind !== 'post' && kind !== 'comment' && kind !== 'media') return
  const [row] = await ctx.db.run<{ owner: string }>(ownerOf, [id])
  purgePerson(ctx, row?.owner ?? null)
}
const ownerOf: Statement = {
  name: 'report_owner_of',
  text: `select author_id as owner from posts where id = $1
    union all select p.author_id from comments c join posts p on p.id = c.post_id where c.id = $1
    union all select owner_id from media where id = $1`,
}

async function readOne(ctx: Services, id: string): Promise<StaffReport> {
  const [row] = await ctx.db.run<Row>(one, [id])
  if (row === undefined) throw refuse('not_found')
  return show(ctx, row)
}

function show(ctx: Services, row: Row): StaffReport {
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

const columns = `r.id, r.due_at::text as at, r.ticket, r.kind, r.status, r.object, r.object_kind, r.object_id, r.text, r.email, r.answer, r.due_at,
  r.created_at, r.decided_at, u.id as r_id, u.username as r_username, u.display_name as r_name, u.avatar_media_id as r_avatar,
  p.id as post_id, s.id as s_id, s.username as s_username, s.display_name as s_name, s.avatar_media_id as s_avatar
  from reports r
  left join users u on u.id = r.reporter_id
  left join posts p on p.deleted_at is null and p.published_at <= now() and p.id::text = case r.object_kind
    when 'post' then r.object_id
    when 'comment' then (select c.post_id::text from comments c where c.id::text = r.object_id and c.deleted_at is null) end
  left join users s on s.id::text = case r.object_kind
    when 'user' then r.object_id
    when 'post' then (select p.author_id::text from posts p where p.id::text = r.object_id)
    when 'comment' then (select c.author_id::text from comments c where c.id::text = r.object_id)
    when 'message' then (select m.sender_id::text from messages m where m.id::text = r.object_id)
    when 'media' then (select m.owner_id::text from media m where m.id::text = r.object_id) end`
const queue: Statement = {
  name: 'staff_reports',
  text: `select ${columns} where r.status = any($1::text[]) and ($2::text is null or (r.due_at, r.id) > ($2::timestamptz, $3::uuid)) order by r.due_at, r.id limit $4`,
}
const one: Statement = { name: 'staff_report', text: `select ${columns} where r.id = $1` }

type Row = {
  id: string
  at: string
  ticket: string
  kind: string
  status: 'received' | 'in_review' | 'upheld' | 'rejected'
  object: string
  object_kind: string | null
  object_id: string | null
  post_id: string | null
  text: string
  email: string | null
  answer: string | null
  due_at: Date
  created_at: Date
  decided_at: Date | null
  r_id: string | null
  r_username: string | null
  r_name: string | null
  r_avatar: string | null
  s_id: string | null
  s_username: string | null
  s_name: string | null
  s_avatar: string | null
}

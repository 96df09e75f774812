import type { Received } from '../../../contract/endpoint.ts'
import { mayReview, supervises } from '../../../contract/policy/supervision.ts'
import type { QueuedConversation, Review, reviews } from '../../../contract/reviews.ts'
import type { User } from '../../../contract/users.ts'
import { readPeople } from '../../people/views.ts'
import { publishAuditEntry, writeAuditEntry } from '../../platform/audit/audit.ts'
import { newId } from '../../platform/db/ids.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { notify } from '../notifications/notify.ts'
import { getMember, requireMember } from './members.ts'
import {
  deleteReviewRow,
  putReviewRow,
  queuePage,
  type ReviewRow,
  readReviewable,
  reviewsOfAgency,
  reviewsOfOperator,
} from './review-statements.ts'
import { requireReviewer, requireSupervision } from './supervision.ts'
import { personOf } from './views.ts'

type Page<Row> = { data: Row[]; next: string | null }

/** The reviews that a member may read, newest first: the owner all, a supervisor those of operators, everyone their own. */
export async function readReviews(
  ctx: Services,
  viewer: Viewer,
  { id: agency, operator_id, cursor, limit = pageLength }: Received<typeof reviews.list>,
): Promise<Page<Review>> {
  const me = await getMember(ctx.db, viewer.id, agency)
  const operator = supervises(me.role) ? operator_id : viewer.id
  const [after = null] = fromCursor(cursor, 'uuid') ?? []
  if (operator !== undefined && operator !== viewer.id) await requireReviewer(ctx.db, agency, me.role, operator)
  const page = { agency, viewer: viewer.id, after, limit: limit + 1 }
  const found = await (operator === undefined
    ? ctx.db.run(reviewsOfAgency, { ...page, all: me.role === 'owner' })
    : ctx.db.run(reviewsOfOperator, { ...page, operator }))
  const { rows, next } = cut(found, limit, (row) => [row.id])
  const people = await readPeople(
    ctx,
    viewer.id,
    rows.flatMap((row) => [
      row.operator_id,
      row.reviewer_id,
      row.creator_id,
      ...(row.text === null ? [] : [row.fan_id]),
    ]),
  )
  return { data: rows.map((row) => presentReview(people, row)), next }
}

const presentReview = (people: Map<string, User>, row: ReviewRow): Review => ({
  id: row.id,
  message_id: row.message_id,
  operator: personOf(people, row.operator_id),
  creator: personOf(people, row.creator_id),
  author: personOf(people, row.reviewer_id),
  score: row.score,
  comment: row.comment,
  created_at: row.created_at.toISOString(),
  changed_at: row.changed_at?.toISOString() ?? null,
  about:
    row.text === null || row.written_at === null
      ? null
      : { fan: personOf(people, row.fan_id), text: row.text, at: row.written_at.toISOString() },
})

/** The conversations in which an operator wrote in the last seven days, latest first. */
export async function readQueue(
  ctx: Services,
  viewer: Viewer,
  { id: agency, operator_id: operator, show, cursor, limit = pageLength }: Received<typeof reviews.queue>,
): Promise<Page<QueuedConversation>> {
  const me = await getMember(ctx.db, viewer.id, agency)
  await requireReviewer(ctx.db, agency, me.role, operator)
  const [at = null, after = null] = fromCursor(cursor, 'time', 'uuid') ?? []
  const found = await ctx.db.run(queuePage, {
    ...{ agency, viewer: viewer.id, operator, at, after, all: show === 'all' },
    since: new Date(ctx.now() - queueMs),
    limit: limit + 1,
  })
  const { rows, next } = cut(found, limit, (row) => [row.at, row.message_id])
  const people = await readPeople(
    ctx,
    viewer.id,
    rows.flatMap((row) => [row.creator_id, row.fan_id]),
  )
  const data = rows.map((row) => ({
    creator: personOf(people, row.creator_id),
    fan: personOf(people, row.fan_id),
    message_id: row.message_id,
    text: row.text,
    at: row.created_at.toISOString(),
    is_reviewed: row.is_reviewed,
  }))
  return { data, next }
}

/** Reviews a message, or changes the reviewer's own review of it. The operator is notified of a new one. */
export async function putReview(
  ctx: Services,
  viewer: Viewer,
  { id: agency, message_id: message, score, comment }: Received<typeof reviews.put>,
): Promise<string> {
  const written = await ctx.db.transact(async (tx) => {
    const me = await requireMember(tx, viewer.id, agency)
    if (!supervises(me.role)) throw refuse('forbidden')
    const [about] = await tx.run(readReviewable, { agency, message })
    if (about === undefined) throw refuse('not_found')
    await requireSupervision(tx, viewer.id, agency, about.creator_id)
    if (about.operator_id === viewer.id) throw refuse('own_thing')
    if (about.role === null || !mayReview(me.role, about.role)) throw refuse('forbidden')
    const [operator, creator, fan] = [about.operator_id, about.creator_id, about.fan_id]
    const row = { id: newId(), reviewer: viewer.id, now: new Date(ctx.now()) }
    const [put] = await tx.run(putReviewRow, { ...row, agency, operator, creator, fan, message, score, comment })
    if (put === undefined) throw refuse('not_found')
    await writeAuditEntry(tx, {
      ...{ agencyId: agency, grantId: null, actorId: viewer.id, subjectId: creator },
      action: put.is_new ? 'desk.review' : 'desk.change_review',
      object: { kind: 'message', id: message },
    })
    const news = { userId: operator, type: 'review_received', actorId: viewer.id } as const
    const object = { kind: 'agency', id: agency } as const
    const publish = put.is_new ? await notify(tx, ctx, { ...news, object }) : () => undefined
    return { id: put.id, creator, publish }
  })
  written.publish()
  publishAuditEntry(ctx, written.creator)
  return written.id
}

/** Deletes an own review, as a member of any role. */
export async function removeReview(ctx: Services, viewer: Viewer, agency: string, review: string): Promise<void> {
  const creator = await ctx.db.transact(async (tx) => {
    await requireMember(tx, viewer.id, agency)
    const [row] = await tx.run(deleteReviewRow, { agency, reviewer: viewer.id, review })
    if (row === undefined) throw refuse('not_found')
    await writeAuditEntry(tx, {
      ...{ agencyId: agency, grantId: null, actorId: viewer.id, subjectId: row.creator_id },
      action: 'desk.remove_review',
      object: { kind: 'message', id: row.message_id },
    })
    return row.creator_id
  })
  publishAuditEntry(ctx, creator)
}

const pageLength = 30
const queueMs = 7 * 86_400_000

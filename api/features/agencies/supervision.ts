import type { MemberRole } from '../../../contract/agency-shapes.ts'
import { coinsOf } from '../../../contract/coins.ts'
import type { Received } from '../../../contract/endpoint.ts'
import { mayReview, maySupervise, supervises } from '../../../contract/policy/supervision.ts'
import type { reviews, SupervisedMessage } from '../../../contract/reviews.ts'
import { readPeople } from '../../people/views.ts'
import type { Db } from '../../platform/db/db.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import type { RowOf } from '../../platform/db/statement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { logReadingBy } from '../chat/reading-log.ts'
import { getMember } from './members.ts'
import { readSupervision, supervisedPage } from './review-statements.ts'
import { readMember } from './statements.ts'
import { personOf } from './views.ts'

/** A member who reviews, and whose role is above that of the operator; 403 otherwise, 404 for one who is no member. */
export async function requireReviewer(db: Db, agency: string, role: MemberRole, operator: string): Promise<void> {
  if (!supervises(role)) throw refuse('forbidden')
  const [member] = await db.run(readMember, { agency, user: operator })
  if (member === undefined) throw refuse('not_found')
  if (!mayReview(role, member.role)) throw refuse('forbidden')
}

/** The member may read the conversations of this creator as a supervisor; the creator is not found otherwise. */
export async function requireSupervision(
  db: Db,
  viewerId: string,
  agency: string,
  creator: string,
): Promise<RowOf<typeof readSupervision>> {
  const [row] = await db.run(readSupervision, { agency, viewer: viewerId, creator })
  if (row === undefined) throw refuse('not_found')
  const isAllowed = maySupervise({
    role: row.role,
    isOpen: row.is_open,
    isRepresented: row.is_represented,
    mayChat: row.may_chat,
    isBlocked: row.is_blocked,
    isEndedByCreator: row.is_ended,
  })
  if (!isAllowed) throw refuse('not_found')
  return row
}

/** A conversation of a creator as a supervisor reads it, which the creator's log says. */
export async function readSupervised(
  ctx: Services,
  viewer: Viewer,
  { id: agency, creator_id: creator, fan_id: fan, cursor, limit = 30 }: Received<typeof reviews.conversation>,
): Promise<{ data: SupervisedMessage[]; next: string | null }> {
  const me = await getMember(ctx.db, viewer.id, agency)
  if (!supervises(me.role)) throw refuse('forbidden')
  const { sees_amounts } = await requireSupervision(ctx.db, viewer.id, agency, creator)
  const [before = null] = fromCursor(cursor, 'int') ?? []
  const page = { agency, viewer: viewer.id, creator, fan, before, limit: limit + 1 }
  const found = await ctx.db.run(supervisedPage, page)
  if (found.length === 0 && before === null) throw refuse('not_found')
  // A creator who owns the agency reads what is theirs.
  if (creator !== viewer.id) {
    const reading = { operatorId: viewer.id, agencyId: agency, grantId: null, creatorId: creator, otherId: fan }
    await logReadingBy(ctx, reading)
  }
  const { rows, next } = cut(found, limit, (row) => [row.seq])
  const operators = rows.flatMap((row) => row.operator_id ?? [])
  const people = await readPeople(ctx, viewer.id, [...new Set(operators)])
  const coins = (cents: number | null) => (cents === null || cents === 0 || !sees_amounts ? null : coinsOf(cents))
  const data = rows.map((row) => ({
    id: row.id,
    from:
      row.sender_id === fan ? ('fan' as const) : row.operator_id === null ? ('creator' as const) : ('team' as const),
    operator: row.operator_id === null || row.operator_role === null ? null : personOf(people, row.operator_id),
    text: row.text,
    media: row.media,
    price: row.deleted ? null : coins(row.price_cents),
    tip: coins(row.tip_cents),
    deleted: row.deleted,
    at: row.created_at.toISOString(),
    may_review: isReviewable(me.role, viewer, row),
    review: row.review_id === null ? null : { id: row.review_id, score: row.score ?? 0, comment: row.comment ?? '' },
  }))
  return { data, next }
}

const isReviewable = (role: MemberRole, viewer: Viewer, row: RowOf<typeof supervisedPage>): boolean =>
  row.operator_role !== null &&
  row.operator_id !== viewer.id &&
  mayReview(role, row.operator_role) &&
  !row.deleted &&
  !row.is_broadcast

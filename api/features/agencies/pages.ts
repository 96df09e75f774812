import type { AgencyMember, GrantPair, Represented } from '../../../contract/agency-shapes.ts'
import type { agencyTeam } from '../../../contract/agency-team.ts'
import type { Received } from '../../../contract/endpoint.ts'
import { managesAgency } from '../../../contract/policy/supervision.ts'
import type { User } from '../../../contract/users.ts'
import { flagsOf } from '../../identity/grants.ts'
import { presentShift } from '../../identity/shifts.ts'
import { namePattern } from '../../people/named.ts'
import { readPeople } from '../../people/views.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { getMember } from './members.ts'
import {
  type CreatorRow,
  creatorsOfPairs,
  creatorsPage,
  membersPage,
  type PairRow,
  pairsPage,
} from './page-statements.ts'
import { personOf } from './views.ts'

type Page<Row> = { data: Row[]; next: string | null }
type People = Map<string, User>

/** A page of a team, as its members see it. */
export async function readMembersPage(
  ctx: Services,
  viewer: Viewer,
  { id: agency, q, cursor, limit = pageLength }: Received<typeof agencyTeam.members>,
): Promise<Page<AgencyMember>> {
  await getMember(ctx.db, viewer.id, agency)
  const [rank = null, after = null] = fromCursor(cursor, 'int', 'uuid') ?? []
  const found = await ctx.db.run(membersPage, { agency, search: patternOf(q), rank, after, limit: limit + 1 })
  const { rows, next } = cut(found, limit, (row) => [row.rank, row.id])
  const people = await readPeople(ctx, viewer.id, userIds(rows))
  return { data: rows.map(({ id, role, user_id }) => ({ id, role, user: personOf(people, user_id) })), next }
}

/** A page of an agency's creators, also invited ones, as the members see them. */
export async function readCreatorsPage(
  ctx: Services,
  viewer: Viewer,
  { id: agency, q, cursor, limit = pageLength }: Received<typeof agencyTeam.creators>,
): Promise<Page<Represented>> {
  await getMember(ctx.db, viewer.id, agency)
  const [after = null] = fromCursor(cursor, 'uuid') ?? []
  const found = await ctx.db.run(creatorsPage, { agency, search: patternOf(q), after, limit: limit + 1 })
  const { rows, next } = cut(found, limit, (row) => [row.id])
  const people = await readPeople(ctx, viewer.id, userIds(rows))
  return { data: rows.map((row) => presentCreator(people, row)), next }
}

/** A page of the pairs of creator and member, with what the one may do as the other; only managers read those of others. */
export async function readPairs(
  ctx: Services,
  viewer: Viewer,
  { id: agency, creator, member, given, cursor, limit = pageLength }: Received<typeof agencyTeam.grants>,
): Promise<Page<GrantPair>> {
  const me = await getMember(ctx.db, viewer.id, agency)
  const [link = null, after = null] = fromCursor(cursor, 'uuid', 'uuid') ?? []
  const found = await ctx.db.run(pairsPage, {
    agency,
    own: managesAgency(me.role) ? null : me.id,
    creator: patternOf(creator),
    member: patternOf(member),
    given: given === 'yes',
    link,
    after,
    limit: limit + 1,
  })
  const { rows, next } = cut(found, limit, (row) => [row.creator_link_id, row.member_id])
  const [creators, people] = await Promise.all([
    ctx.db.run(creatorsOfPairs, { links: [...new Set(rows.map((row) => row.creator_link_id))] }),
    readPeople(
      ctx,
      viewer.id,
      rows.flatMap((row) => [row.creator_id, row.operator_id]),
    ),
  ])
  const byLink = new Map(creators.map((row) => [row.id, presentCreator(people, row)]))
  const data = rows.flatMap((row) => {
    const represented = byLink.get(row.creator_link_id)
    // A link may end between the two reads.
    return represented === undefined ? [] : [presentPair(people, row, represented, ctx.now())]
  })
  return { data, next }
}

const presentPair = (people: People, row: PairRow, creator: Represented, now: number): GrantPair => ({
  creator,
  member: { id: row.member_id, role: row.role, user: personOf(people, row.operator_id) },
  grant:
    row.id === null
      ? null
      : {
          id: row.id,
          member_id: row.member_id,
          creator_id: row.creator_link_id,
          permissions: flagsOf(row),
          until: row.until?.toISOString() ?? null,
          shift: presentShift(row, now),
        },
})

const presentCreator = (people: People, row: CreatorRow): Represented => ({
  id: row.id,
  status: row.status,
  user: personOf(people, row.user_id),
  ceiling: flagsOf(row),
})

const userIds = (rows: readonly { user_id: string }[]) => rows.map((row) => row.user_id)

const patternOf = (q: string | undefined) => (q ? namePattern(q) : null)

const pageLength = 50

import type { Db } from '../platform/db/db.ts'
import { blocks, isFollowing, isSubscribed } from '../platform/db/rules.ts'
import { bool, orNull, type RowOf, statement, timestamptz, uuid, uuids } from '../platform/db/statement.ts'

/** How a viewer stands to some people; computed from the rows at use (safety §4). A visitor stands to nobody. */
export async function relations(
  db: Db,
  viewerId: string | null,
  userIds: readonly string[],
  now: number,
): Promise<Map<string, Relation>> {
  const values = { viewer: viewerId, ids: userIds, now: new Date(now) }
  const rows = userIds.length === 0 ? [] : await db.run(readRelations, values)
  return new Map(rows.map((row) => [row.id, toRelation(row)]))
}

/** The relation to one person; nobody's where there is no such person. */
export async function relation(db: Db, viewerId: string | null, userId: string, now: number): Promise<Relation> {
  return (await relations(db, viewerId, [userId], now)).get(userId) ?? visitorRelation
}

export type Relation = {
  isFollowing: boolean
  isSubscribed: boolean
  /** Either blocks the other: both vanish for each other (product §16). */
  blocked: boolean
  blockedByViewer: boolean
}
export const visitorRelation: Relation = {
  isFollowing: false,
  isSubscribed: false,
  blocked: false,
  blockedByViewer: false,
}

export const toRelation = (row: RowOf<typeof relationTypes>): Relation => ({
  isFollowing: row.is_following,
  isSubscribed: row.is_subscribed,
  blocked: row.blocks || row.blocked_by,
  blockedByViewer: row.blocks,
})

/** SQL for how a viewer stands to a user at a moment; every statement that shows people uses it. */
export const relationOf = (viewer: string, user: string, now: string): string => `
  ${isFollowing(viewer, user)} as is_following,
  ${isSubscribed(viewer, user, now)} as is_subscribed,
  ${blocks(viewer, user)} as blocks,
  ${blocks(user, viewer)} as blocked_by`
/** The same for a visitor, who stands to nobody. */
export const visitorRelationColumns =
  'false as is_following, false as is_subscribed, false as blocks, false as blocked_by'

/** What the columns of a relation are. */
export const relationTypes = { is_following: bool, is_subscribed: bool, blocks: bool, blocked_by: bool }

const readRelations = statement(
  'users_relations',
  { viewer: orNull(uuid), ids: uuids, now: timestamptz },
  { id: uuid, ...relationTypes },
  ({ viewer, ids, now }) => `select u.id, ${relationOf(viewer, 'u.id', now)} from users u where u.id = any(${ids})`,
)

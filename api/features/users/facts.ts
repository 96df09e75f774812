import type { Db, Statement } from '../../platform/db/db.ts'

/** How a viewer stands to some people; computed from the rows at use (SAFETY trap 4). A visitor stands to nobody. */
export async function relations(
  db: Db,
  viewerId: string | null,
  userIds: readonly string[],
  now: number,
): Promise<Map<string, Relation>> {
  const rows = userIds.length === 0 ? [] : await db.run<RelationRow>(relationsOf, [viewerId, userIds, new Date(now)])
  return new Map(rows.map((row) => [row.id, toRelation(row)]))
}

/** The relation to one person; nobody's where there is no such person. */
export async function relation(db: Db, viewerId: string | null, userId: string, now: number): Promise<Relation> {
  return (await relations(db, viewerId, [userId], now)).get(userId) ?? visitorRelation
}

export type Relation = {
  isFollowing: boolean
  isSubscribed: boolean
  /** Either blocks the other: both vanish for each other (PRODUCT 16). */
  blocked: boolean
  blockedByViewer: boolean
}
export const visitorRelation: Relation = {
  isFollowing: false,
  isSubscribed: false,
  blocked: false,
  blockedByViewer: false,
}

export const toRelation = (row: RelationRow): Relation => ({
  isFollowing: row.is_following,
  isSubscribed: row.is_subscribed,
  blocked: row.blocks || row.blocked_by,
  blockedByViewer: row.blocks,
})

/** SQL for the columns of a relation of viewer `$1` to `u.id` at time `$3`; every statement that shows people uses it. */
export const relationColumns = `
  exists (select 1 from follows f where f.follower_id = $1::uuid and f.user_id = u.id) as is_following,
  exists (select 1 from subscriptions s where s.fan_id = $1::uuid and s.creator_id = u.id and s.status <> 'ended'
    and (s.active_until is null or s.active_until > $3::timestamptz)) as is_subscribed,
  exists (select 1 from blocks b where b.blocker_id = $1::uuid and b.blocked_id = u.id) as blocks,
  exists (select 1 from blocks b where b.blocker_id = u.id and b.blocked_id = $1::uuid) as blocked_by`

/** The same for a visitor, who stands to nobody. */
export const visitorRelationColumns =
  'false as is_following, false as is_subscribed, false as blocks, false as blocked_by'

const relationsOf: Statement = {
  name: 'users_relations',
  text: `select u.id, ${relationColumns} from users u where u.id = any($2::uuid[])`,
}

export type RelationRow = {
  id: string
  is_following: boolean
  is_subscribed: boolean
  blocks: boolean
  blocked_by: boolean
}

import { blocks, isFollowing, isSubscribed } from '../platform/db/rules.ts'
import { bool, type RowOf } from '../platform/db/statement.ts'

/** The relation of a viewer to a user, computed from the rows at use (safety §4). */
export type Relation = {
  isFollowing: boolean
  isSubscribed: boolean
  /** Either blocks the other, so neither sees the other (product §16). */
  blocked: boolean
  blockedByViewer: boolean
}

export const toRelation = (row: RowOf<typeof relationTypes>): Relation => ({
  isFollowing: row.is_following,
  isSubscribed: row.is_subscribed,
  blocked: row.blocks || row.blocked_by,
  blockedByViewer: row.blocks,
})

/** SQL for the relation of a viewer to a user at a time; every statement that presents users selects it. */
export const relationOf = (viewer: string, user: string, now: string): string => `
  ${isFollowing(viewer, user)} as is_following,
  ${isSubscribed(viewer, user, now)} as is_subscribed,
  ${blocks(viewer, user)} as blocks,
  ${blocks(user, viewer)} as blocked_by`
/** The same for a visitor, who has no relations. */
export const visitorRelationColumns =
  'false as is_following, false as is_subscribed, false as blocks, false as blocked_by'

/** The types of these columns. */
export const relationTypes = { is_following: bool, is_subscribed: bool, blocks: bool, blocked_by: bool }

import type { Notification } from '../../../contract/notifications.ts'
import type { User } from '../../../contract/users.ts'

export type Group = {
  /** The newest, which names and dates the group. */
  first: Notification
  /** How many more are like it. */
  others: number
  /** Who caused them, the latest first and each once: at most `mostFaces`. */
  actors: User[]
  /** The ids of those that are unread. */
  unread: string[]
}

/**
 * Notifications of one kind about one object on one day are grouped, newest first: "alice likes your post, and 3
 * others". A notification with an amount or about one person is not grouped.
 */
export function grouped(notifications: readonly Notification[]): Group[] {
  const groups = new Map<string, Group>()
  for (const it of notifications) {
    const key = groupedTypes.has(it.type) ? `${it.type} ${it.object.id ?? ''} ${it.created_at.slice(0, 10)}` : it.id
    const group = groups.get(key) ?? { first: it, others: -1, actors: [], unread: [] }
    group.others += 1
    const { actor } = it
    if (actor && group.actors.length < mostFaces && group.actors.every(({ id }) => id !== actor.id))
      group.actors.push(actor)
    if (it.read_at === null) group.unread.push(it.id)
    groups.set(key, group)
  }
  return [...groups.values()]
}

const mostFaces = 3

const groupedTypes = new Set([
  'post_like',
  'post_comment',
  'comment_reply',
  'message_like',
  'new_follower',
  'new_subscriber',
])

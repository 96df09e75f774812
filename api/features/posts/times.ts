import { leastPostTime } from '../../../contract/limits.ts'
import { refuse } from '../../platform/http/refusal.ts'

/** When a post is out, until when, since when it is archived, and since when pinned. */
export type Times = {
  publishedAt: Date | null
  expiresAt: Date | null
  archivedAt: Date | null
  pinnedAt: Date | null
}
export type TimesChange = {
  publish_at?: string | null
  draft?: boolean
  expires_at?: string | null
  archived?: boolean
  moved_from?: string
  end_moved_from?: string
}

export const newTimes: Times = { publishedAt: null, expiresAt: null, archivedAt: null, pinnedAt: null }

/**
 * The times of a post after a change (product §80). What its time has archived is so for good from here on: taking the end
 * away, or setting a later one, does not publish it; bringing it back does, and ends an end that is over.
 */
export function timesAfter(before: Times, change: TimesChange, now: number): Times {
  if (change.moved_from !== undefined) requireMovable(before.publishedAt, change, now)
  if (change.end_moved_from !== undefined) requireMovableEnd(before, change, now)
  const publishes = change.publish_at !== undefined || change.draft !== undefined
  const publishedAt = publishes ? publishedAtOf(change, now) : before.publishedAt
  if (change.archived === true && !isOut(publishedAt, now)) throw refuse('not_out')
  const end = change.expires_at === undefined ? before.expiresAt : momentOf(change.expires_at)
  const archived = change.archived ?? (publishes ? null : archivedSince(before, now))
  const archivedAt = archived === true ? (archivedSince(before, now) ?? new Date(now)) : archived || null
  const returns = archivedAt === null && archivedSince(before, now) !== null
  const expiresAt = returns && end !== null && end.getTime() <= now ? null : end
  if (publishes || expiresAt?.getTime() !== before.expiresAt?.getTime()) requireEnd(publishedAt, expiresAt, now)
  return { publishedAt, expiresAt, archivedAt, pinnedAt: archivedAt === null ? before.pinnedAt : null }
}

/** Since when a post is archived, by its author or because its time is over; null for one that is not. */
export function archivedSince(
  { publishedAt, expiresAt, archivedAt }: Omit<Times, 'pinnedAt'>,
  now: number,
): Date | null {
  if (!isOut(publishedAt, now)) return null
  return archivedAt ?? (expiresAt !== null && expiresAt.getTime() <= now ? expiresAt : null)
}

/** Whether a post is in the lists of its readers. */
export const isListed = (times: Omit<Times, 'pinnedAt'>, now: number): boolean =>
  isOut(times.publishedAt, now) && archivedSince(times, now) === null

const isOut = (publishedAt: Date | null, now: number): boolean => publishedAt !== null && publishedAt.getTime() <= now

const momentOf = (time: string | null): Date | null => (time === null ? null : new Date(time))

function publishedAtOf(when: Pick<TimesChange, 'publish_at' | 'draft'>, now: number): Date | null {
  if (when.draft) return null
  return new Date(when.publish_at ? Math.max(Date.parse(when.publish_at), now) : now)
}

/** Refuses an end in the past, and one that is less than an hour after the beginning. A draft has no beginning yet. */
function requireEnd(publishedAt: Date | null, expiresAt: Date | null, now: number): void {
  if (publishedAt === null || expiresAt === null) return
  if (expiresAt.getTime() <= now) throw refuse('time_passed')
  if (expiresAt.getTime() < publishedAt.getTime() + leastPostTime) throw refuse('expires_too_soon')
}

/** Refuses a move of what is out or planned for another time, and one into the past, where it would be published at once. */
function requireMovable(planned: Date | null, { moved_from: from, publish_at: to }: TimesChange, now: number): void {
  const at = planned?.getTime()
  if (at === undefined || at <= now || at !== Date.parse(from ?? '')) throw refuse('not_planned')
  if (to == null || Date.parse(to) <= now) throw refuse('time_passed')
}

/** Refuses a move of an end that is over, was moved by another or was come before by hand, and one into the past. */
function requireMovableEnd(before: Times, { end_moved_from: from, expires_at: to }: TimesChange, now: number): void {
  const at = before.expiresAt?.getTime()
  const isAhead = before.publishedAt !== null && at !== undefined && at > now && archivedSince(before, now) === null
  if (!isAhead || at !== Date.parse(from ?? '')) throw refuse('not_planned')
  if (to == null || Date.parse(to) <= now) throw refuse('time_passed')
}

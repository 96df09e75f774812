import { type CalendarDay, type CalendarItem, calendar } from '../../../contract/calendar.ts'
import type { Flag, Received } from '../../../contract/endpoint.ts'
import { calendarOfOneDay, calendarPerDay } from '../../../contract/limits.ts'
import { addDays, dayStarts } from '../../../contract/policy/zoned-time.ts'
import type { RowOf } from '../../platform/db/statement.ts'
import { implement } from '../../platform/http/implement.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { calendarBroadcasts, calendarExpiries, calendarOffers, calendarPosts, calendarRests } from './statements.ts'

/** What a creator has planned (product §75). */
export const calendarRoutes = (ctx: Services) =>
  implement(calendar)({
    get: async (span, { viewer }) => ({ data: await readCalendar(ctx, viewer, span) }),
  })

/** The days of a span that have something, with what this viewer may see of it: one statement for each kind. */
async function readCalendar(
  ctx: Services,
  viewer: Viewer,
  { from, days: count, time_zone: timeZone }: Received<typeof calendar.get>,
): Promise<CalendarDay[]> {
  const limit = count === 1 ? calendarOfOneDay : calendarPerDay
  const starts = dayStarts(timeZone, from, count).map((it) => new Date(it))
  const span = {
    creator: viewer.id,
    now: new Date(ctx.now()),
    days: starts.slice(1).map((end_at, at) => ({ start_at: starts[at] ?? end_at, end_at })),
    limit,
  }
  const kinds: Kind[] = await Promise.all([
    ctx.db.run(calendarPosts, span).then((rows) => rows.map(toPost)),
    ctx.db.run(calendarExpiries, span).then((rows) => rows.map(toExpiry)),
    may(viewer, 'can_chat') ? ctx.db.run(calendarBroadcasts, span).then((rows) => rows.map(toBroadcast)) : [],
    may(viewer, 'can_chat') ? ctx.db.run(calendarRests, span).then((rows) => rows.map(toRest)) : [],
    may(viewer, 'can_payment') ? ctx.db.run(calendarOffers, span).then((rows) => rows.map(toOffer)) : [],
  ])
  const byDay = kinds.map((found) => Map.groupBy(found, ({ day }) => day))
  return Array.from({ length: count }, (_, at) =>
    presentDay(
      addDays(from, at),
      byDay.map((found) => found.get(at + 1) ?? []),
      limit,
    ),
  ).filter(({ items }) => items.length > 0)
}

/** A creator in person may see all of it. */
const may = (viewer: Viewer, flag: Flag): boolean => viewer.acting === null || viewer.acting.permissions[flag] === true

function presentDay(day: string, kinds: Kind[], limit: number): CalendarDay {
  const items = kinds
    .flat()
    .map(({ item }) => item)
    .toSorted((a, b) => (a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1))
    .slice(0, limit)
  const total = kinds.reduce((sum, [first]) => sum + (first?.total ?? 0), 0)
  return { day, items, more: total - items.length }
}

type Found = { day: number; total: number; item: CalendarItem }
type Kind = Found[]

const toPost = (row: RowOf<typeof calendarPosts>): Found => found(row, { kind: 'post', visibility: row.visibility })
const toExpiry = (row: RowOf<typeof calendarExpiries>): Found =>
  found(row, { kind: 'expiry', visibility: row.visibility })
const toBroadcast = (row: RowOf<typeof calendarBroadcasts>): Found =>
  found(row, { kind: 'broadcast', audience: row.audience, list_name: row.list_name })
const toRest = (row: RowOf<typeof calendarRests>): Found =>
  found(row, { kind: 'rest', audience: row.audience, list_name: row.list_name })
const toOffer = (row: RowOf<typeof calendarOffers>): Found => {
  const { days, percent, months } = row
  return found(row, { kind: 'offer', offer: { days, percent, months } })
}

/** What every kind has, and what is its own. */
function found(
  { day, total, id, is_past, text, media, at }: Row,
  own: Pick<CalendarItem, 'kind'> & Partial<CalendarItem>,
): Found {
  const others = { visibility: null, audience: null, list_name: null, offer: null }
  return { day, total, item: { id, is_past, text, media, at: at.toISOString(), ...others, ...own } }
}
type Row = { day: number; total: number; at: Date } & Pick<CalendarItem, 'id' | 'is_past' | 'text' | 'media'>

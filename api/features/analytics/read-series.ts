import { coinsOf } from '../../../contract/coins.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { type By, filled } from './series.ts'
import { earningsSeries, subscriptionSeries, visitSeries } from './statements.ts'

type Span = { from: Date; to: Date }

/** What happened to a creator in each interval of a span, oldest first; earnings only for who may see amounts. */
export async function readSeries(ctx: Services, viewer: Viewer, span: Span, by: By) {
  const seesAmounts = viewer.acting === null || viewer.acting.permissions.can_payment === true
  const of = { creator: viewer.id, ...span, by }
  // One after the other: a heavy call has one connection, not four.
  const earned = seesAmounts ? await ctx.db.run(earningsSeries, of) : []
  const people = await ctx.db.run(subscriptionSeries, of)
  const visits = await ctx.db.run(visitSeries, of)
  return {
    seesAmounts,
    earnings: (seesAmounts ? filled(earned, span, by, nothingEarned) : []).map((row) => ({
      at: row.at.toISOString(),
      subscriptions: coinsOf(row.subscriptions),
      tips: coinsOf(row.tips),
      requests: coinsOf(row.requests),
      unlocks: coinsOf(row.unlocks),
    })),
    subscribers: filled(people, span, by, { new: 0, renewed: 0, lost: 0 }).map((row) => ({
      at: row.at.toISOString(),
      new: row.new,
      renewed: row.renewed,
      lost: row.lost,
    })),
    visits: filled(visits, span, by, { count: 0 }).map((row) => ({ at: row.at.toISOString(), count: row.count })),
  }
}

const nothingEarned = { subscriptions: 0, tips: 0, requests: 0, unlocks: 0 }

/** From the first moment of one day to the end of another, both UTC; the last 30 days by default, at most 366. */
export function spanOf(from: string | undefined, to: string | undefined, now: number): Span {
  const end = to === undefined ? now : Date.parse(to.slice(0, 10)) + dayMs
  const start = from === undefined ? startOfDay(end - 1) - 29 * dayMs : Date.parse(from.slice(0, 10))
  if (Number.isNaN(start) || Number.isNaN(end)) throw refuse('invalid_input', { fields: { from: ['not a day'] } })
  if (start >= end || end - start > 367 * dayMs)
    throw refuse('invalid_input', { fields: { from: ['at most 366 days'] } })
  return { from: new Date(start), to: new Date(end) }
}
const dayMs = 86_400_000
const startOfDay = (at: number): number => Math.floor(at / dayMs) * dayMs

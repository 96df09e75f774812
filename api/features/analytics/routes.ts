import { analytics } from '../../../contract/analytics.ts'
import { coinsOf } from '../../../contract/coins.ts'
import { readPeople } from '../../people/views.ts'
import { implement } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { filled } from './series.ts'
import { earningsSeries, subscriptionSeries, topFans, topFansOfMany, visitSeries } from './statements.ts'

export const analyticsRoutes = (ctx: Services) =>
  implement(analytics)({
    get: async (input, { me }) => {
      const span = spanOf(input.from, input.to, ctx.now())
      const series = { creator: me.id, ...span, by: input.by }
      const seesAmounts = me.acting === null || me.acting.permissions.can_payment === true
      // One after the other: a heavy call has one connection, not four.
      const earned = seesAmounts ? await ctx.db.run(earningsSeries, series) : []
      const people = await ctx.db.run(subscriptionSeries, series)
      const visits = await ctx.db.run(visitSeries, series)
      const fans = seesAmounts ? await readTopFans(ctx, { creator: me.id, ...span }) : []
      const users = await readPeople(
        ctx,
        me.id,
        fans.map((fan) => fan.user_id),
      )
      return {
        earnings: (seesAmounts ? filled(earned, span, input.by, nothingEarned) : []).map((row) => ({
          at: row.at.toISOString(),
          subscriptions: coinsOf(row.subscriptions),
          tips: coinsOf(row.tips),
          requests: coinsOf(row.requests),
          unlocks: coinsOf(row.unlocks),
        })),
        subscribers: filled(people, span, input.by, { new: 0, renewed: 0, lost: 0 }).map((row) => ({
          at: row.at.toISOString(),
          new: row.new,
          renewed: row.renewed,
          lost: row.lost,
        })),
        visits: filled(visits, span, input.by, { count: 0 }).map((row) => ({
          at: row.at.toISOString(),
          count: row.count,
        })),
        top_fans: fans.flatMap((fan) => {
          const user = users.get(fan.user_id)
          return user === undefined ? [] : [{ user, spent: coinsOf(fan.spent) }]
        }),
      }
    },
  })

/** For a long span from the fans who paid most in all, which seldom are not enough; for a short one from all sales in it. */
async function readTopFans(ctx: Services, span: { creator: string; from: Date; to: Date }) {
  if (span.to.getTime() - span.from.getTime() > 100 * dayMs) {
    const best = await ctx.db.run(topFansOfMany, span)
    const last = best.at(-1)
    // Equals of the last one stand by their id, so one who was not asked must have paid less.
    if (last === undefined || last.rest === 0 || (best.length === 10 && last.spent > last.rest)) return best
  }
  return ctx.db.run(topFans, span)
}

const nothingEarned = { subscriptions: 0, tips: 0, requests: 0, unlocks: 0 }

/** From the first moment of one day to the end of another, both UTC; the last 30 days by default. */
function spanOf(from: string | undefined, to: string | undefined, now: number): { from: Date; to: Date } {
  const end = to === undefined ? now : Date.parse(to.slice(0, 10)) + dayMs
  const start = from === undefined ? startOfDay(end - 1) - 29 * dayMs : Date.parse(from.slice(0, 10))
  if (Number.isNaN(start) || Number.isNaN(end)) throw refuse('invalid_input', { fields: { from: ['not a day'] } })
  if (start >= end || end - start > 367 * dayMs)
    throw refuse('invalid_input', { fields: { from: ['at most 366 days'] } })
  return { from: new Date(start), to: new Date(end) }
}
const dayMs = 86_400_000
const startOfDay = (at: number): number => Math.floor(at / dayMs) * dayMs

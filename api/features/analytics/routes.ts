import { analytics } from '../../../contract/analytics.ts'
import { coinsOf } from '../../../contract/coins.ts'
import { readPeople } from '../../people/views.ts'
import { implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { readCohorts } from './cohorts.ts'
import { readSeries, spanOf } from './read-series.ts'
import { type ReadPosts, readSold } from './sold.ts'
import { topFans, topFansOfMany } from './statements.ts'

export const analyticsRoutes = (ctx: Services, readPosts: ReadPosts) =>
  implement(analytics)({
    get: async (input, { me }) => {
      const span = spanOf(input.from, input.to, ctx.now())
      const series = await readSeries(ctx, me, span, input.by)
      const fans = series.seesAmounts ? await readTopFans(ctx, { creator: me.id, ...span }) : []
      const users = await readPeople(
        ctx,
        me.id,
        fans.map((fan) => fan.user_id),
      )
      return {
        earnings: series.earnings,
        subscribers: series.subscribers,
        visits: series.visits,
        top_fans: fans.flatMap((fan) => {
          const user = users.get(fan.user_id)
          return user === undefined ? [] : [{ user, spent: coinsOf(fan.spent) }]
        }),
      }
    },
    cohorts: async (_, { me }) => ({ data: await readCohorts(ctx, me) }),
    sold: ({ from, to, time_zone }, { me }) => readSold(ctx, me, spanOf(from, to, ctx.now()), time_zone, readPosts),
  })

/** For a long span from the fans who paid most in all, which seldom are not enough; for a short one from all sales in it. */
async function readTopFans(ctx: Services, span: { creator: string; from: Date; to: Date }) {
  if (span.to.getTime() - span.from.getTime() > 100 * dayMs) {
    const best = await ctx.db.run(topFansOfMany, span)
    if (best.at(-1)?.is_complete) return best
  }
  return ctx.db.run(topFans, span)
}

const dayMs = 86_400_000

import { coinsOf } from '../../../contract/coins.ts'
import { referralRates } from '../../../contract/prices.ts'
import { referral } from '../../../contract/referral.ts'
import { implement } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { countClick, type ReferredUser, referralStats, referredUsers } from './statements.ts'

export const referralRoutes = (ctx: Services) =>
  implement(referral)({
    stats: (_input, { me }) => readStats(ctx, me.id),
    countClick: async ({ code }) => {
      await ctx.db.run(countClick, { code, day: new Date(ctx.now()).toISOString().slice(0, 10) })
      return { ok: true as const }
    },
  })

async function readStats(ctx: Services, userId: string) {
  const [row] = await ctx.db.run(referralStats, { user: userId })
  if (row === undefined) throw refuse('unauthorised')
  const people = await ctx.db.run(referredUsers, { referrer: userId })
  const items = people.map((person) => {
    const until = endOf(person)
    return {
      username: person.username,
      joined_at: person.created_at.toISOString(),
      kind: person.is_creator ? ('creator' as const) : ('fan' as const),
      active: until.getTime() > ctx.now(),
      until: until.toISOString(),
      earned: coinsOf(person.earned),
    }
  })
  return {
    code: row.code,
    link: `${ctx.env.PUBLIC_ORIGIN}/signup?ref=${row.code}`,
    clicks: row.clicks,
    signups: row.signups,
    active: items.filter((it) => it.active).length,
    pending_earnings: coinsOf(row.pending),
    available: coinsOf(row.available),
    total_earnings: coinsOf(row.total),
    items,
  }
}

/** Until when a referral earns: 12 months for a creator, 90 days for a fan. */
function endOf(person: ReferredUser): Date {
  const end = new Date(person.created_at)
  if (person.is_creator) end.setUTCMonth(end.getUTCMonth() + referralRates.creatorMonths)
  else end.setUTCDate(end.getUTCDate() + referralRates.fanDays)
  return end
}

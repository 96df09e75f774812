import { analytics } from '../../../contract/analytics.ts'
import type { Statement } from '../../platform/db/db.ts'
import { implement } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { readPeople } from '../../people/views.ts'
import { filled } from './series.ts'

export const analyticsRoutes = (ctx: Services) =>
  implement(analytics)({
    get: async (input, { me }) => {
      const span = spanOf(input.from, input.to, ctx.now())
      const asked = [me.id, span.from, span.to, input.by]
      const seesAmounts = me.acting === null || me.acting.permissions.can_payment === true
      const [earned, people, visits, fans] = await Promise.all([
        seesAmounts ? ctx.db.run<Earned>(earnings, asked) : [],
        ctx.db.run<Subscribed>(subscribed, asked),
        ctx.db.run<{ at: Date; count: number }>(visited, asked),
        seesAmounts ? ctx.db.run<{ user_id: string; spent: number }>(topFans, asked.slice(0, 3)) : [],
      ])
      const users = await readPeople(
        ctx,
        me.id,
        fans.map((fan) => fan.user_id),
      )
      return {
        earnings: (seesAmounts ? filled(earned, span, input.by, nothingEarned) : []).map((row) => ({
          at: row.at.toISOString(),
          subscriptions: row.subscriptions / 100,
          tips: row.tips / 100,
          unlocks: row.unlocks / 100,
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
          return user === undefined ? [] : [{ user, spent: fan.spent / 100 }]
        }),
      }
    },
  })

const nothingEarned = { subscriptions: 0, tips: 0, unlocks: 0 }

/** From the first moment of a day to the end of another, both UTC; the last 30 days unless said otherwise. */
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

type Earned = { at: Date; subscriptions: number; tips: number; unlocks: number }
type Subscribed = { at: Date; new: number; renewed: number; lost: number }

const part = (column: string) => `date_trunc($4::text, ${column} at time zone 'UTC') at time zone 'UTC'`

/** The creator's own share of every sale, and its opposite where it was taken back, by the kind of the sale. */
const earnings: Statement = {
  name: 'analytics_earnings',
  text: `
    select at, coalesce(sum(net) filter (where kind in ('subscription', 'renewal', 'gift')), 0)::bigint as subscriptions,
      coalesce(sum(net) filter (where kind in ('tip', 'request')), 0)::bigint as tips,
      coalesce(sum(net) filter (where kind in ('unlock', 'post')), 0)::bigint as unlocks
    from (
      select ${part('e.created_at')} as at, coalesce(o.kind, e.kind) as kind,
        (select sum(p.amount_cents) from ledger_postings p join ledger_accounts a on a.id = p.account_id
          where p.entry_id = e.id and ((a.owner_id = e.counterparty_id and a.kind in ('pending', 'available')) or a.kind = 'loss')) as net
      from ledger_entries e left join ledger_entries o on o.id = e.reverses
      where e.counterparty_id = $1 and e.created_at >= $2::timestamptz and e.created_at < $3::timestamptz
        and e.kind in ('subscription', 'renewal', 'unlock', 'post', 'tip', 'gift', 'request', 'refund', 'chargeback')
    ) sales group by at order by at`,
}
const subscribed: Statement = {
  name: 'analytics_subscribed',
  text: `
    select ${part('created_at')} as at, count(*) filter (where kind = 'new')::int as new,
      count(*) filter (where kind = 'renewed')::int as renewed, count(*) filter (where kind = 'lost')::int as lost
    from subscription_events where creator_id = $1 and created_at >= $2::timestamptz and created_at < $3::timestamptz
    group by 1 order by 1`,
}
const visited: Statement = {
  name: 'analytics_visited',
  text: `
    select ${part("day::timestamp at time zone 'UTC'")} as at, sum(visits)::int as count
    from profile_visits where user_id = $1 and day::timestamp at time zone 'UTC' >= $2::timestamptz
      and day::timestamp at time zone 'UTC' < $3::timestamptz
    group by 1 order by 1`,
}
const topFans: Statement = {
  name: 'analytics_top_fans',
  text: `
    select e.user_id, (-sum(p.amount_cents))::bigint as spent
    from ledger_entries e join ledger_postings p on p.entry_id = e.id
    join ledger_accounts a on a.id = p.account_id and a.owner_id = e.user_id and a.kind = 'wallet'
    where e.counterparty_id = $1 and e.created_at >= $2::timestamptz and e.created_at < $3::timestamptz
    group by e.user_id having -sum(p.amount_cents) > 0 order by 2 desc, 1 limit 10`,
}

import { referralRates } from '../../../contract/limits.ts'
import { referral } from '../../../contract/referral.ts'
import type { Statement } from '../../platform/db/db.ts'
import { implement } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'

export const referralRoutes = (ctx: Services) =>
  implement(referral)({
    stats: (_input, { me }) => readStats(ctx, me.id),
    click: async ({ code }) => {
      await ctx.db.run(counting, [code, new Date(ctx.now()).toISOString().slice(0, 10)])
      return { ok: true as const }
    },
  })

async function readStats(ctx: Services, userId: string) {
  const [row] = await ctx.db.run<Row>(stats, [userId])
  if (row === undefined) throw refuse('unauthorised')
  const people = await ctx.db.run<PersonRow>(referred, [userId])
  const items = people.map((person) => {
    const until = endOf(person)
    return {
      username: person.username,
      joined_at: person.created_at.toISOString(),
      kind: person.is_creator ? ('creator' as const) : ('fan' as const),
      active: until.getTime() > ctx.now(),
      until: until.toISOString(),
      earned: person.earned / 100,
    }
  })
  return {
    code: row.code,
    link: `${ctx.env.PUBLIC_ORIGIN}/signup?ref=${row.code}`,
    clicks: row.clicks,
    signups: row.signups,
    active: items.filter((it) => it.active).length,
    pending_earnings: row.pending / 100,
    available: row.available / 100,
    total_earnings: row.total / 100,
    items,
  }
}

/** Until when somebody brings something in: a creator 12 months, a fan 90 days. */
function endOf(person: PersonRow): Date {
  const end = new Date(person.created_at)
  if (person.is_creator) end.setUTCMonth(end.getUTCMonth() + referralRates.creatorMonths)
  else end.setUTCDate(end.getUTCDate() + referralRates.fanDays)
  return end
}

type Row = { code: string; clicks: number; signups: number; pending: number; available: number; total: number }
type PersonRow = { username: string | null; created_at: Date; is_creator: boolean; earned: number }

/** What sales that nobody took back have brought in. */
const brought = `
    ledger_accounts a
    join ledger_postings p on p.account_id = a.id and p.amount_cents > 0
    join ledger_entries e on e.id = p.entry_id and not exists (select 1 from ledger_entries r where r.reverses = e.id)`
const stats: Statement = {
  name: 'referral_stats',
  text: `
    select u.referral_code as code,
      (select coalesce(sum(c.clicks), 0)::int from referral_clicks c where c.user_id = u.id) as clicks,
      (select count(*)::int from users r where r.referred_by = u.id) as signups,
      (select coalesce(sum(a.balance_cents), 0)::bigint from ledger_accounts a where a.owner_id = u.id and a.kind = 'referral') as pending,
      (select coalesce(sum(a.balance_cents), 0)::bigint from ledger_accounts a where a.owner_id = u.id and a.kind = 'available') as available,
      (select coalesce(sum(p.amount_cents), 0)::bigint from ${brought} where a.owner_id = u.id and a.kind = 'referral') as total
    from users u where u.id = $1`,
}
/** Where both sides of a sale were invited by the same person, the creator's share is taken first, as in `saleLegs`. */
const referred: Statement = {
  name: 'referral_referred',
  text: `
    with shares as (
      select c.id as creator, f.id as fan, p.amount_cents as cents,
        case when c.id is null then 0 when f.id is null then p.amount_cents else least(p.amount_cents, (
          select div(-sum(q.amount_cents) * ${referralRates.creatorPercent}, 100) from ledger_postings q
          where q.entry_id = e.id and q.amount_cents < 0)) end as creator_cents
      from ${brought}
      left join users c on c.id = e.counterparty_id and c.referred_by = $1
        and c.created_at > e.created_at - interval '${referralRates.creatorMonths} months'
      left join users f on f.id = e.user_id and f.referred_by = $1
        and f.created_at > e.created_at - interval '${referralRates.fanDays} days'
      where a.owner_id = $1 and a.kind = 'referral'
    ), earned as (
      select id, sum(cents)::bigint as cents from (
        select creator as id, creator_cents as cents from shares union all select fan, cents - creator_cents from shares
      ) x group by id
    )
    select r.username, r.created_at, r.is_creator, coalesce(x.cents, 0) as earned
    from users r left join earned x on x.id = r.id
    where r.referred_by = $1 and r.deleted_at is null
    order by r.created_at desc, r.id desc limit 100`,
}
const counting: Statement = {
  name: 'referral_count_click',
  text: `
    insert into referral_clicks (user_id, day, clicks)
    select id, $2::date, 1 from users where referral_code = $1 and deleted_at is null
    on conflict (user_id, day) do update set clicks = referral_clicks.clicks + 1`,
}

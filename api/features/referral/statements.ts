import { referralRates } from '../../../contract/prices.ts'
import {
  bigint,
  bool,
  date,
  int,
  orNull,
  type RowOf,
  statement,
  text,
  timestamptz,
  uuid,
} from '../../platform/db/statement.ts'

/** The incoming postings of sales that were not refunded. */
const incoming = `
    ledger_accounts a
    join ledger_postings p on p.account_id = a.id and p.amount_cents > 0
    join ledger_entries e on e.id = p.entry_id and not exists (select 1 from ledger_entries r where r.reverses = e.id)`

export const referralStats = statement(
  'referral_stats',
  { user: uuid },
  { code: text, clicks: int, signups: int, pending: bigint, available: bigint, total: bigint },
  ({ user }) => `
    select u.referral_code as code,
      (select coalesce(sum(c.clicks), 0)::int from referral_clicks c where c.user_id = u.id) as clicks,
      (select count(*)::int from users r where r.referred_by = u.id) as signups,
      (select coalesce(sum(a.balance_cents), 0)::bigint from ledger_accounts a where a.owner_id = u.id and a.kind = 'referral') as pending,
      (select coalesce(sum(a.balance_cents), 0)::bigint from ledger_accounts a where a.owner_id = u.id and a.kind = 'available') as available,
      (select coalesce(sum(p.amount_cents), 0)::bigint from ${incoming} where a.owner_id = u.id and a.kind = 'referral') as total
    from users u where u.id = ${user}`,
)

/**
 * The users whom a user has referred, with the earnings from each. Where the same user referred both sides of a sale,
 * the creator's share is taken first, as in `saleLegs`, and the rest is the fan’s.
 */
export const referredUsers = statement(
  'referral_referred',
  { referrer: uuid },
  { username: orNull(text), created_at: timestamptz, is_creator: bool, earned: bigint },
  ({ referrer }) => `
    with shares as (
      select c.id as creator, e.user_id as fan, p.amount_cents as cents,
        case when c.id is null then 0 else least(p.amount_cents, (
          select div(-sum(q.amount_cents) * ${referralRates.creatorPercent}, 100) from ledger_postings q
          where q.entry_id = e.id and q.amount_cents < 0)) end as creator_cents
      from ${incoming}
      left join users c on c.id = e.counterparty_id and c.referred_by = ${referrer}
        and c.created_at > e.created_at - interval '${referralRates.creatorMonths} months'
      where a.owner_id = ${referrer} and a.kind = 'referral'
    ), earned as (
      select id, sum(cents)::bigint as cents from (
        select creator as id, creator_cents as cents from shares union all select fan, cents - creator_cents from shares
      ) x group by id
    )
    select r.username, r.created_at, r.is_creator, coalesce(x.cents, 0) as earned
    from users r left join earned x on x.id = r.id
    where r.referred_by = ${referrer} and r.deleted_at is null
    order by r.created_at desc, r.id desc limit 100`,
)
export type ReferredUser = RowOf<typeof referredUsers>

export const countClick = statement(
  'referral_count_click',
  { code: text, day: date },
  {},
  ({ code, day }) => `
    insert into referral_clicks (user_id, day, clicks)
    select id, ${day}, 1 from users where referral_code = ${code} and deleted_at is null
    on conflict (user_id, day) do update set clicks = referral_clicks.clicks + 1`,
)

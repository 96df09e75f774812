import { bigint, int, records, statement, textOf, timestamptz, uuid } from '../../platform/db/statement.ts'

const sums = { sales: int, paid: bigint }

/**
 * The sales of a span by kind and hour of the week, from Monday at 0:00. Each `stretch` of the span, in quarters of an hour
 * since 1970, has one `shift`: how many quarters the clocks of the time zone are ahead of UTC.
 */
export const soldByHour = statement(
  'analytics_sold_hours',
  { creator: uuid, stretches: records({ since: int, until: int, shift: int }) },
  { kind: textOf<'post' | 'message' | 'media'>(), hour: int, ...sums },
  ({ creator, stretches }) => `
    select q.kind, ((q.quarter + s.shift) / 4 + 72) % 168 as hour, sum(q.sales)::int as sales, sum(q.paid_cents)::bigint as paid
    from ${stretches.as('s')} cross join lateral (
      select x.kind, x.quarter, x.sales, x.paid_cents from sold_quarters x
      where x.creator_id = ${creator} and x.quarter >= s.since and x.quarter < s.until offset 0
    ) q
    group by 1, 2 having sum(q.sales) > 0`,
  { isPlannedForValues: true },
)

/**
 * The ten posts that fans paid most for. Whole months, from the first to the second of two moments, have been added up;
 * what lies before and after them is read from the index `purchases_sold`.
 */
export const soldPosts = statement(
  'analytics_sold_posts',
  { creator: uuid, from: timestamptz, wholeFrom: timestamptz, wholeTo: timestamptz, to: timestamptz },
  { id: uuid, ...sums },
  ({ creator, from, wholeFrom, wholeTo, to }) => {
    const bought = (since: string, until: string): string => `
      select p.object_id, 1, p.price_cents from purchases p
      where p.creator_id = ${creator} and p.created_at >= ${since} and p.created_at < ${until}
        and p.refunded_at is null and p.object_kind = 'post' and p.price_cents > 0`
    return `
    select id, sum(sales)::int as sales, sum(paid)::bigint as paid from (
      select m.post_id as id, m.sales, m.paid_cents as paid from sold_post_months m where m.creator_id = ${creator}
        and m.month >= (${wholeFrom} at time zone 'UTC')::date and m.month < (${wholeTo} at time zone 'UTC')::date
      union all ${bought(from, wholeFrom)}
      union all ${bought(wholeTo, to)}
    ) s group by id having sum(sales) > 0 order by 3 desc, 1 limit 10`
  },
)

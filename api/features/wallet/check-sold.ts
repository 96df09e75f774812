const sums = `count(*) as sales, sum(price_cents) as paid from purchases where refunded_at is null and price_cents > 0`
const figures = (sales: string, paid: string): string => `(coalesce(${sales}, 0), coalesce(${paid}, 0))`

const compared = (table: string, key: string, part: string, expected: string): string => `
  select creator_id || ' in ' || ${part} || ' says ' || ${figures('s.sales', 's.paid_cents')} || ', there were ' || ${figures('e.sales', 'e.paid')} as what
  from (select creator_id, ${key}, sum(sales) as sales, sum(paid_cents) as paid_cents from ${table} group by 1, 2, 3) s
  full join (${expected} group by 1, 2, 3) e using (creator_id, ${key})
  where ${figures('s.sales', 's.paid_cents')} <> ${figures('e.sales', 'e.paid')}`

const wrongQuarters = compared(
  'sold_quarters',
  'quarter, kind',
  `kind || ' at ' || to_timestamp(quarter * 900.0)`,
  `select creator_id, floor(extract(epoch from created_at) / 900)::int as quarter, object_kind as kind, ${sums}`,
)
const wrongPosts = compared(
  'sold_post_months',
  'month, post_id',
  `month || ' by ' || post_id`,
  `select creator_id, date_trunc('month', created_at at time zone 'UTC')::date as month, object_id as post_id, ${sums} and object_kind = 'post'`,
)

/** What creators are said to have sold by the quarter of an hour and by post and month, against purchases not paid back. */
export const wrongSold = `select * from (${wrongQuarters}) a union all select * from (${wrongPosts}) b`

import { bigint, int, statement, textOf, timestamptz, uuid } from '../../platform/db/statement.ts'

const span = { creator: uuid, from: timestamptz, to: timestamptz }
const sums = { sales: int, paid: bigint }

/** The sales of a span that were not refunded; the index `purchases_sold` has all that is asked of them. */
const soldIn = ({ creator, from, to }: { creator: string; from: string; to: string }): string => `
  from purchases p where p.creator_id = ${creator} and p.created_at >= ${from} and p.created_at < ${to}
    and p.refunded_at is null and p.price_cents > 0`
const sumsOf = 'count(*)::int as sales, sum(p.price_cents)::bigint as paid'

export const soldByKind = statement(
  'analytics_sold_kinds',
  span,
  { kind: textOf<'post' | 'message' | 'media'>(), ...sums },
  (p) => `select p.object_kind as kind, ${sumsOf} ${soldIn(p)} group by 1 order by 3 desc, 1`,
  { isPlannedForValues: true },
)

/** The ten posts that fans paid most for. */
export const soldPosts = statement(
  'analytics_sold_posts',
  span,
  { id: uuid, ...sums },
  (p) =>
    `select p.object_id as id, ${sumsOf} ${soldIn(p)} and p.object_kind = 'post' group by 1 order by 3 desc, 1 limit 10`,
  { isPlannedForValues: true },
)

/** By the quarter of an hour, which begins at the same moment in every time zone; `quarter` counts from 1970. */
export const soldByQuarter = statement(
  'analytics_sold_quarters',
  span,
  { quarter: int, ...sums },
  (p) =>
    `select floor(date_part('epoch', p.created_at) / 900)::int as quarter, ${sumsOf} ${soldIn(p)} group by 1 order by 1`,
  { isPlannedForValues: true },
)

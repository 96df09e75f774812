import type { Sold } from '../../../contract/analytics.ts'
import { coinsOf } from '../../../contract/coins.ts'
import type { Post } from '../../../contract/posts.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { thumbnailOf } from '../../platform/media/thumbnail.ts'
import type { Services } from '../../platform/services.ts'
import { nameHour, stretchesOf } from './hours-of-week.ts'
import { soldByHour, soldPosts } from './sold-statements.ts'

/** Posts, which count visits here themselves: how to read them as a viewer may see them. */
export type ReadPosts = (viewer: Viewer, ids: readonly string[]) => Promise<Map<string, Post>>

/** What a creator sold in a span, without what was refunded; posts as the viewer may see them. */
export async function readSold(
  ctx: Services,
  viewer: Viewer,
  span: { from: Date; to: Date },
  timeZone: string,
  readPosts: ReadPosts,
): Promise<Sold> {
  // One after the other: a heavy call has one connection, not two.
  const sold = await ctx.db.run(soldByHour, { creator: viewer.id, stretches: stretchesOf(span, timeZone) })
  const best = await ctx.db.run(soldPosts, { creator: viewer.id, ...span, ...wholeMonths(span) })
  const posts = await readPosts(
    viewer,
    best.map((it) => it.id),
  )
  return {
    kinds: summed(sold, (it) => it.kind)
      .map(([kind, it]) => ({ kind, sales: it.sales, paid: coinsOf(it.paid) }))
      .sort((a, b) => b.paid - a.paid || (a.kind < b.kind ? -1 : 1)),
    posts: best.map(({ id, sales, paid }) => {
      const post = posts.get(id)
      const [first] = post?.media ?? []
      return {
        id,
        is_deleted: post === undefined,
        text: post?.text ?? null,
        thumbnail: first === undefined ? null : thumbnailOf(first),
        sales,
        paid: coinsOf(paid),
      }
    }),
    hours: summed(sold, (it) => it.hour)
      .sort(([a], [b]) => a - b)
      .map(([hour, it]) => ({ ...nameHour(hour), sales: it.sales, paid: coinsOf(it.paid) })),
  }
}

type Sums = { sales: number; paid: number }
function summed<Row extends Sums, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): [Key, Sums][] {
  const sums = new Map<Key, Sums>()
  for (const row of rows) {
    const { sales, paid } = sums.get(keyOf(row)) ?? { sales: 0, paid: 0 }
    sums.set(keyOf(row), { sales: sales + row.sales, paid: paid + row.paid })
  }
  return [...sums]
}

/** The first and the last beginning of a month (UTC) within a span; its end twice where it has no whole month. */
function wholeMonths({ from, to }: { from: Date; to: Date }): { wholeFrom: Date; wholeTo: Date } {
  const wholeFrom = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + (from.getUTCDate() > 1 ? 1 : 0)))
  const wholeTo = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth()))
  return wholeFrom < wholeTo ? { wholeFrom, wholeTo } : { wholeFrom: to, wholeTo: to }
}

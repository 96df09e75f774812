import type { Sold } from '../../../contract/analytics.ts'
import { coinsOf } from '../../../contract/coins.ts'
import type { Post } from '../../../contract/posts.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { thumbnailOf } from '../../platform/media/thumbnail.ts'
import type { Services } from '../../platform/services.ts'
import { hoursOfWeek } from './hours-of-week.ts'
import { soldByKind, soldByQuarter, soldPosts } from './sold-statements.ts'

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
  const of = { creator: viewer.id, ...span }
  // One after the other: a heavy call has one connection, not three.
  const kinds = await ctx.db.run(soldByKind, of)
  const best = await ctx.db.run(soldPosts, of)
  const quarters = await ctx.db.run(soldByQuarter, of)
  const posts = await readPosts(
    viewer,
    best.map((it) => it.id),
  )
  return {
    kinds: kinds.map((it) => ({ ...it, paid: coinsOf(it.paid) })),
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
    hours: hoursOfWeek(quarters, timeZone).map((it) => ({ ...it, paid: coinsOf(it.paid) })),
  }
}

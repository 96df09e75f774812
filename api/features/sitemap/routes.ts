import { sitemap } from '../../../contract/sitemap.ts'
import { implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { creatorParts, creatorsOfPart, postDays, postsOfDay } from './statements.ts'

/** What search engines may know (product §63). It is the same for every caller, and names nothing that is not public. */
export const sitemapRoutes = (ctx: Services) =>
  implement(sitemap)({
    index: async () => {
      const [parts, days] = await Promise.all([
        ctx.db.run(creatorParts, {}),
        ctx.db.run(postDays, { now: new Date(ctx.now()) }),
      ])
      return { creators: parts.map((row) => row.part), days: days.map((row) => row.day) }
    },
    creators: async ({ part }) => ({ data: await ctx.db.run(creatorsOfPart, { part }), next: null }),
    posts: async ({ day }) => {
      const from = new Date(`${day}T00:00:00Z`)
      const until = new Date(from.getTime() + dayMs)
      const rows = await ctx.db.run(postsOfDay, { from, until, now: new Date(ctx.now()) })
      return { data: rows.map((row) => ({ ...row, published_at: row.published_at.toISOString() })), next: null }
    },
  })

const dayMs = 86_400_000

import { search } from '../../../contract/search.ts'
import { implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { searchCreators } from './creators.ts'
import { searchPosts } from './posts.ts'

export const searchRoutes = (ctx: Services) =>
  implement(search)({
    results: async ({ q, type, limit, cursor, ...filter }, { viewer }) => {
      const paging = { ...(limit !== undefined && { limit }), ...(cursor !== undefined && { cursor }) }
      return type === 'posts'
        ? searchPosts(ctx, viewer, q, paging)
        : searchCreators(ctx, viewer?.id ?? null, { q, ...filter }, paging)
    },
  })

import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Post } from '../../contract/posts.ts'
import type { CreatorFilter } from '../../contract/search.ts'
import type { User } from '../../contract/users.ts'
import { cursorPages } from './cursor-pages.ts'
import { postKeys } from './posts.ts'
import { loadOnCall } from './server-functions.ts'

const server = loadOnCall(() => import('../server/search.functions.ts'))

/** What narrows the creators, as the API is asked. */
export type CreatorSearch = Partial<CreatorFilter>

export const searchCreatorsQuery = (q: string, filter: CreatorSearch = {}) =>
  infiniteQueryOptions({
    queryKey: ['users', 'search', q, filter],
    queryFn: ({ pageParam }) =>
      server((api) => api.getSearchResults({ data: { q, type: 'creators', ...filter, cursor: pageParam } })),
    ...cursorPages,
    select: ({ pages }) => pages.flatMap((page) => page.data.filter(isUser)),
  })

/** Posts that match a query: cached like other lists of posts, so that a like changes it too. */
export const searchPostsQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: [...postKeys.lists, 'search', q],
    queryFn: async ({ pageParam }) => {
      const { data, next } = await server((api) =>
        api.getSearchResults({ data: { q, type: 'posts', cursor: pageParam } }),
      )
      return { data: data.filter(isPost), next }
    },
    ...cursorPages,
  })

const isPost = (it: User | Post): it is Post => 'author' in it
const isUser = (it: User | Post): it is User => !isPost(it)

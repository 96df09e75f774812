import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Post } from '../../contract/posts.ts'
import type { User } from '../../contract/users.ts'
import { unwrap } from '../lib/refusal.ts'
import { postKeys } from './posts.ts'

/** The server functions come with the first call from the browser: a page rendered on the server has made its own. */
const server = () => import('../server/search.functions.ts')

export const searchCreatorsQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ['users', 'search', q],
    queryFn: ({ pageParam }) =>
      unwrap(server().then((it) => it.getSearchResults({ data: { q, type: 'creators', cursor: pageParam } }))),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.data.filter(isUser)),
  })

/** Posts by words: a list of posts like any other, so that a like changes it too. */
export const searchPostsQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: [...postKeys.lists, 'search', q],
    queryFn: async ({ pageParam }) => {
      const { data, next } = await unwrap(
        server().then((it) => it.getSearchResults({ data: { q, type: 'posts', cursor: pageParam } })),
      )
      return { data: data.filter(isPost), next }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  })

const isPost = (it: User | Post): it is Post => 'author' in it
const isUser = (it: User | Post): it is User => !isPost(it)

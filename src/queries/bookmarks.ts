import { infiniteQueryOptions } from '@tanstack/react-query'
import { unwrap } from '../lib/refusal.ts'
import { postKeys } from './posts.ts'

/** The posts that one bookmarked, the newest bookmark first. */
export const bookmarksQuery = infiniteQueryOptions({
  queryKey: postKeys.bookmarks,
  queryFn: ({ pageParam }) =>
    unwrap(import('../server/posts.functions.ts').then((it) => it.getBookmarks({ data: { cursor: pageParam } }))),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.next ?? undefined,
})

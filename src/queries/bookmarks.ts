import { infiniteQueryOptions } from '@tanstack/react-query'
import { cursorPages } from './cursor-pages.ts'
import { postKeys } from './posts.ts'
import { loadOnCall } from './server-functions.ts'

const server = loadOnCall(() => import('../server/posts.functions.ts'))

/** The posts that the viewer has bookmarked, the newest bookmark first. */
export const bookmarksQuery = infiniteQueryOptions({
  queryKey: postKeys.bookmarks,
  queryFn: ({ pageParam }) => server((api) => api.getBookmarks({ data: { cursor: pageParam } })),
  ...cursorPages,
})

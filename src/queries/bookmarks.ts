import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { bookmarkLists } from '../../contract/bookmark-lists.ts'
import type { Sent } from '../../contract/endpoint.ts'
import { cursorPages } from './cursor-pages.ts'
import { patchPost, postKeys } from './posts.ts'
import { loadOnCall } from './server-functions.ts'
import { useSingleMutation } from './single-mutation.ts'

const server = loadOnCall(() => import('../server/posts.functions.ts'))
const listServer = loadOnCall(() => import('../server/bookmark-lists.functions.ts'))

/** The posts that the viewer has bookmarked, all or those of a list, the newest bookmark first. */
export const bookmarksQuery = (list?: string) =>
  infiniteQueryOptions({
    queryKey: list === undefined ? postKeys.bookmarks : [...postKeys.bookmarks, list],
    queryFn: ({ pageParam }) => server((api) => api.getBookmarks({ data: { list, cursor: pageParam } })),
    ...cursorPages,
  })

/** The viewer's lists of bookmarks by name, and whether this post is in each. */
export const bookmarkListsQuery = (post?: string) =>
  queryOptions({
    queryKey: [...postKeys.bookmarkLists, post],
    queryFn: () => listServer((api) => api.getBookmarkLists({ data: { post } })),
  })

export function useCreateBookmarkList() {
  const refresh = useRefresh()
  return useSingleMutation({
    mutationFn: (data: Sent<typeof bookmarkLists.create>) => listServer((api) => api.createBookmarkList({ data })),
    onSuccess: (_, { post }) => refresh(post),
    meta: { shown: true },
  })
}

export function useUpdateBookmarkList() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (data: Sent<typeof bookmarkLists.update>) => listServer((api) => api.updateBookmarkList({ data })),
    onSuccess: () => refresh(),
    meta: { shown: true },
  })
}

export function useRemoveBookmarkList() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (id: string) => listServer((api) => api.removeBookmarkList({ data: { id } })),
    onSuccess: () => refresh(),
    meta: { shown: true },
  })
}

/** Puts a post into a list or takes it out of its list; it is bookmarked by that. */
export function useSortBookmark() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (data: Sent<typeof bookmarkLists.sort>) => listServer((api) => api.sortBookmark({ data })),
    onSuccess: (_, { id }) => refresh(id),
  })
}

/** What a post is in shows wherever it is; the posts of a list that is on screen do not jump. */
function useRefresh() {
  const queryClient = useQueryClient()
  return (post?: string) => {
    if (post !== undefined) patchPost(queryClient, post, { bookmarked: true })
    void queryClient.invalidateQueries({ queryKey: postKeys.bookmarks, refetchType: 'none' })
    return queryClient.invalidateQueries({ queryKey: postKeys.bookmarkLists })
  }
}

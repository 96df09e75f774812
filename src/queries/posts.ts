import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Media } from '../../contract/media.ts'
import type { Post } from '../../contract/posts.ts'
import type { User } from '../../contract/users.ts'
import type { FeedTab } from '../lib/feed-tabs.ts'
import { cursorPages } from './cursor-pages.ts'
import { loadOnCall } from './server-functions.ts'

const server = loadOnCall(() => import('../server/posts.functions.ts'))

/** Every key of a post or of a list of posts begins with `all`. */
export const postKeys = {
  all: ['posts'] as const,
  lists: ['posts', 'list'] as const,
  bookmarks: ['posts', 'list', 'bookmarks'] as const,
  bookmarkLists: ['bookmark lists'] as const,
  one: (id: string) => ['posts', 'one', id] as const,
  comments: (id: string) => ['comments', id] as const,
}

/** Posts on the first page of a profile: what a phone shows before scrolling, and a little more. */
const firstPage = 4

/** The posts of a user; `kind`: those with media of this kind, for a tab of the profile. */
export const postsOfUserQuery = (username: string, kind?: Media['type']) =>
  infiniteQueryOptions({
    queryKey: [...postKeys.lists, 'of', username.toLowerCase(), kind],
    queryFn: ({ pageParam }) =>
      server((api) =>
        api.getPostsOfUser({
          data: { username, with: kind, cursor: pageParam, limit: pageParam || kind ? 12 : firstPage },
        }),
      ),
    ...cursorPages,
  })

/** A profile and its first posts in one call, as visitors get them; null for an unknown name or without an answer. */
export function fetchProfilePage(username: string) {
  return server((api) => api.getProfilePage({ data: { username, limit: firstPage } })).catch(() => null)
}

export const feedQuery = (tab: FeedTab) =>
  infiniteQueryOptions({
    queryKey: [...postKeys.lists, 'feed', tab],
    queryFn: ({ pageParam }) => server((api) => api.getFeed({ data: { tab, cursor: pageParam } })),
    ...cursorPages,
  })

export const postQuery = (id: string) =>
  queryOptions({
    queryKey: postKeys.one(id),
    queryFn: () => server((api) => api.getPost({ data: { id } })),
  })

/** Likes a post or takes the like back: shown at once, taken back when it is refused. */
export function useLikePost(post: Post) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => server((api) => api.likePost({ data: { id: post.id } })),
    onMutate: () =>
      patchPost(queryClient, post.id, { liked: !post.liked, likes: Math.max(0, post.likes + (post.liked ? -1 : 1)) }),
    onError: () => patchPost(queryClient, post.id, { liked: post.liked, likes: post.likes }),
    onSuccess: (answer) => patchPost(queryClient, post.id, answer),
  })
}

/**
 * Bookmarks a post or takes the bookmark back. The list of bookmarks is fetched again when it is next opened: while it
 * is on screen nothing jumps, and a bookmark removed by mistake comes back with a second touch.
 */
export function useBookmarkPost(post: Post) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => server((api) => api.bookmarkPost({ data: { id: post.id } })),
    onMutate: () => patchPost(queryClient, post.id, { bookmarked: !post.bookmarked }),
    onError: () => patchPost(queryClient, post.id, { bookmarked: post.bookmarked }),
    onSuccess: (answer) => {
      patchPost(queryClient, post.id, answer)
      void queryClient.invalidateQueries({ queryKey: postKeys.bookmarkLists })
      return queryClient.invalidateQueries({ queryKey: postKeys.bookmarks, refetchType: 'none' })
    },
  })
}

/** Changes a post wherever it is shown, without asking. */
export function patchPost(queryClient: QueryClient, id: string, change: Partial<Post>): void {
  mapPosts(queryClient, (post) => (post.id === id ? { ...post, ...change } : post))
}

/** Changes what is shown of an author on all their posts. */
export function patchAuthor(queryClient: QueryClient, id: string, change: Partial<User>): void {
  mapPosts(queryClient, (post) => (post.author.id === id ? { ...post, author: { ...post.author, ...change } } : post))
}

export function mapPosts(queryClient: QueryClient, change: (post: Post) => Post): void {
  queryClient.setQueriesData<InfiniteData<{ data: Post[]; next: string | null }>>(
    { queryKey: postKeys.lists },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, data: page.data.map(change) })) },
  )
  queryClient.setQueriesData<Post>({ queryKey: postKeys.one('').slice(0, 2) }, (post) => post && change(post))
}

import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Sent } from '../../contract/endpoint.ts'
import type { Post, posts } from '../../contract/posts.ts'
import { unwrap } from '../lib/refusal.ts'
import { postKeys } from './posts.ts'

/** The server functions come with the first call from the browser: a page rendered on the server has made its own. */
const server = () => import('../server/posts.functions.ts')

/** Drafts and scheduled posts, newest first. */
export const unpublishedQuery = infiniteQueryOptions({
  queryKey: [...postKeys.lists, 'unpublished'],
  queryFn: ({ pageParam }) => unwrap(server().then((it) => it.getUnpublished({ data: { cursor: pageParam } }))),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.next ?? undefined,
})

export type Writing = Sent<typeof posts.create>

/** Writes a new post, or what `id` says anew; every list may hold it then. */
export function useWritePost(id: string | null) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ text = '', visibility = 'public', ...writing }: Partial<Writing>): Promise<Post> =>
      unwrap(
        id === null
          ? server().then((it) => it.createPost({ data: { text, visibility, ...writing } }))
          : server().then((it) => it.updatePost({ data: { id, text, visibility, ...writing } })),
      ),
    onSuccess: (post) => {
      queryClient.setQueryData(postKeys.one(post.id), post)
      return Promise.all([
        queryClient.invalidateQueries({ queryKey: postKeys.lists }),
        queryClient.invalidateQueries({ queryKey: ['vault'] }),
      ])
    },
    meta: { shown: true },
  })
}

/** Changes one thing about a post: pinned or not, out now. */
export function useUpdatePost(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: Omit<Sent<typeof posts.update>, 'id'>) =>
      unwrap(server().then((it) => it.updatePost({ data: { id, ...change } }))),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: postKeys.all }),
  })
}

import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Post } from '../../contract/posts.ts'
import { cursorPages } from './cursor-pages.ts'
import { patchPost, postKeys } from './posts.ts'
import { loadOnCall } from './server-functions.ts'
import { useSingleMutation } from './single-mutation.ts'

const server = loadOnCall(() => import('../server/posts.functions.ts'))

/** The comments below a post. */
export const commentsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: postKeys.comments(id),
    queryFn: ({ pageParam }) => server((api) => api.getComments({ data: { id, cursor: pageParam } })),
    ...cursorPages,
  })

export function useAddComment(post: Post) {
  const queryClient = useQueryClient()
  return useSingleMutation({
    mutationFn: (comment: { text: string; reply_to: string | null }) =>
      server((api) => api.addComment({ data: { id: post.id, ...comment } })),
    onSuccess: () => {
      patchPost(queryClient, post.id, { comments: post.comments + 1 })
      return queryClient.invalidateQueries({ queryKey: postKeys.comments(post.id) })
    },
  })
}

export function useRemoveComment(post: Post) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => server((api) => api.removeComment({ data: { id } })),
    onSuccess: () => {
      patchPost(queryClient, post.id, { comments: Math.max(0, post.comments - 1) })
      return queryClient.invalidateQueries({ queryKey: postKeys.comments(post.id) })
    },
  })
}

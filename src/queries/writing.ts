import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Sent } from '../../contract/endpoint.ts'
import type { Post, posts } from '../../contract/posts.ts'
import { cursorPages } from './cursor-pages.ts'
import { postKeys } from './posts.ts'
import { loadOnCall } from './server-functions.ts'
import { useSingleMutation } from './single-mutation.ts'

const server = loadOnCall(() => import('../server/posts.functions.ts'))

/** Drafts and scheduled posts, newest first. */
export const unpublishedQuery = infiniteQueryOptions({
  queryKey: [...postKeys.lists, 'unpublished'],
  queryFn: ({ pageParam }) => server((api) => api.getUnpublished({ data: { cursor: pageParam } })),
  ...cursorPages,
})

/** Archived posts, by when they came out, newest first. */
export const archivedQuery = infiniteQueryOptions({
  queryKey: [...postKeys.lists, 'archived'],
  queryFn: ({ pageParam }) => server((api) => api.getUnpublished({ data: { state: 'archived', cursor: pageParam } })),
  ...cursorPages,
})

/** The post that the viewer is writing; another device may have changed it, so it is fetched with each visit. */
export const postDraftQuery = queryOptions({
  queryKey: ['post-draft'],
  queryFn: () => server((api) => api.getPostDraft({ data: {} })),
  refetchOnMount: 'always',
})

/** Saves one after the other and before the post is made, which drops the draft. */
export function useSavePostDraft() {
  return useMutation({
    mutationFn: (data: Sent<typeof posts.saveDraft>) => server((api) => api.savePostDraft({ data })),
    scope: draftScope,
    meta: { shown: true },
  })
}
const draftScope = { id: 'post-draft' }

export type Writing = Sent<typeof posts.create>

/** Creates a post or updates the one named by `id`; every list of posts may change. */
export function useWritePost(id: string | null) {
  const queryClient = useQueryClient()
  return useSingleMutation({
    mutationFn: ({ text = '', visibility = 'public', ...writing }: Partial<Writing>): Promise<Post> =>
      server((api) =>
        id === null
          ? api.createPost({ data: { text, visibility, ...writing } })
          : api.updatePost({ data: { id, text, visibility, ...writing } }),
      ),
    scope: draftScope,
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

/** Changes one thing about a post: pinned or not, archived or not, out now. */
export function useUpdatePost(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: Omit<Sent<typeof posts.update>, 'id'>) =>
      server((api) => api.updatePost({ data: { id, ...change } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: postKeys.all }),
  })
}

export function useRemovePost(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => server((api) => api.removePost({ data: { id } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: postKeys.lists }),
  })
}

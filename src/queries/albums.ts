import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { albums } from '../../contract/albums.ts'
import type { Sent } from '../../contract/endpoint.ts'
import { cursorPages } from './cursor-pages.ts'
import { postKeys } from './posts.ts'
import { loadOnCall } from './server-functions.ts'
import { useSingleMutation } from './single-mutation.ts'

const server = loadOnCall(() => import('../server/albums.functions.ts'))
const key = ['albums'] as const

/** The albums of a creator, in the creator's order. */
export const albumsOfUserQuery = (username: string) =>
  infiniteQueryOptions({
    queryKey: [...key, 'of', username.toLowerCase()],
    queryFn: ({ pageParam }) => server((api) => api.getAlbumsOfUser({ data: { username, cursor: pageParam } })),
    ...cursorPages,
  })

export const albumQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'one', id],
    queryFn: () => server((api) => api.getAlbum({ data: { id } })),
  })

/** The posts of an album. Its key is one of the lists of posts, so that a like or a purchase shows here too. */
export const albumPostsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...postKeys.lists, 'album', id],
    queryFn: ({ pageParam }) => server((api) => api.getAlbumPosts({ data: { id, cursor: pageParam } })),
    ...cursorPages,
  })

/** All albums of one's own, and whether a post is in each. */
export const ownAlbumsQuery = (post: string) =>
  queryOptions({
    queryKey: [...key, 'own', post],
    queryFn: () => server((api) => api.getOwnAlbums({ data: { post } })),
  })

/** One's own posts, and whether each is in the album. */
export const albumChoicesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...key, 'choices', id],
    queryFn: ({ pageParam }) => server((api) => api.getAlbumChoices({ data: { id, cursor: pageParam } })),
    ...cursorPages,
  })

export function useCreateAlbum() {
  const refresh = useRefresh()
  return useSingleMutation({
    mutationFn: (data: Sent<typeof albums.create>) => server((api) => api.createAlbum({ data })),
    onSuccess: refresh,
    meta: { shown: true },
  })
}

export function useUpdateAlbum() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (data: Sent<typeof albums.update>) => server((api) => api.updateAlbum({ data })),
    onSuccess: refresh,
    meta: { shown: true },
  })
}

export function useMoveAlbum() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (data: Sent<typeof albums.move>) => server((api) => api.moveAlbum({ data })),
    onSuccess: refresh,
  })
}

/** Deletes an album; its page is not asked for again. */
export function useRemoveAlbum() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => server((api) => api.removeAlbum({ data: { id } })),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['users'] })
      return queryClient.invalidateQueries({ queryKey: key, refetchType: 'none' })
    },
    meta: { shown: true },
  })
}

export function useAddPostToAlbum() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (data: Sent<typeof albums.addPost>) => server((api) => api.addPostToAlbum({ data })),
    onSuccess: refresh,
  })
}

/** Takes a post out of an album; answers its place, where it can be put back. */
export function useRemovePostFromAlbum() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (data: Sent<typeof albums.removePost>) => server((api) => api.removePostFromAlbum({ data })),
    onSuccess: refresh,
  })
}

export function useMovePostInAlbum() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (data: Sent<typeof albums.movePost>) => server((api) => api.movePostInAlbum({ data })),
    onSuccess: refresh,
  })
}

/** The albums, the lists of their posts, and the profile, which says how many there are. */
function useRefresh() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: key }),
      queryClient.invalidateQueries({ queryKey: [...postKeys.lists, 'album'] }),
      queryClient.invalidateQueries({ queryKey: ['users'] }),
    ])
}

import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Sent } from '../../contract/endpoint.ts'
import type { Media, media } from '../../contract/media.ts'
import { cursorPages } from './cursor-pages.ts'
import { type ForCreator, keyOf, targetOf } from './on-behalf.ts'
import { mapPosts, postKeys } from './posts.ts'
import { purchaseMutation, setBalance } from './purchases.ts'
import { loadOnCall } from './server-functions.ts'

const server = loadOnCall(() => import('../server/media.functions.ts'))
const team = loadOnCall(() => import('../server/team-vault.functions.ts'))
const posts = loadOnCall(() => import('../server/posts.functions.ts'))

export const unlockedQuery = infiniteQueryOptions({
  queryKey: ['unlocked'],
  queryFn: ({ pageParam }) => server((api) => api.getUnlocked({ data: { cursor: pageParam } })),
  ...cursorPages,
})

/**
 * Buys a media. Nothing is shown before the API has answered; then the media opens wherever it is, and what was
 * bought whole with it is fetched.
 */
export function useUnlockMedia({ id, within }: Pick<Media, 'id'> & { within: string }) {
  const queryClient = useQueryClient()
  return useMutation({
    ...purchaseMutation,
    mutationFn: ({ price, key }: { price: number; key: string }) =>
      server((api) =>
        api.unlockMedia({ data: { id, expected_price: price, within }, headers: { 'idempotency-key': key } }),
      ),
    onSuccess: ({ media: opened, meta }) => {
      setBalance(queryClient, meta.coins)
      openMedia(queryClient, opened)
      return queryClient.invalidateQueries({ queryKey: postKeys.all })
    },
  })
}

/** Buys a post that sells its text and no media. */
export function useUnlockPost(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    ...purchaseMutation,
    mutationFn: ({ price, key }: { price: number; key: string }) =>
      posts((api) => api.unlockPost({ data: { id, expected_price: price }, headers: { 'idempotency-key': key } })),
    onSuccess: ({ post, meta }) => {
      setBalance(queryClient, meta.coins)
      mapPosts(queryClient, (it) => (it.id === post.id ? post : it))
      return queryClient.invalidateQueries({ queryKey: postKeys.all })
    },
  })
}

/** Shows a media that has been bought, in every post that has it. */
function openMedia(queryClient: QueryClient, opened: Media): void {
  mapPosts(queryClient, (post) =>
    post.media.some((it) => it.id === opened.id)
      ? { ...post, media: post.media.map((it) => (it.id === opened.id ? opened : it)) }
      : post,
  )
}

/** Every key of the vault begins with `all`. */
export const vaultKeys = { all: ['vault'] as const, one: (id: string) => ['vault', 'one', id] as const }

export const vaultLabelsQuery = (of: ForCreator | null = null) =>
  queryOptions({
    queryKey: [...vaultKeys.all, 'labels', ...keyOf(of)],
    queryFn: () =>
      of === null
        ? server((api) => api.getVaultLabels({ data: {} }))
        : team((api) => api.getTeamVaultLabels({ data: targetOf(of) })),
  })

export const mediaUsesQuery = (id: string) =>
  queryOptions({
    queryKey: [...vaultKeys.one(id), 'uses'],
    queryFn: () => server((api) => api.getMediaUses({ data: { id } })),
  })

export function useUpdateMedia(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: Omit<Sent<typeof media.update>, 'id'>) =>
      server((api) => api.updateMedia({ data: { id, ...change } })),
    // Posts carry the description.
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: vaultKeys.all }),
        queryClient.invalidateQueries({ queryKey: postKeys.all }),
      ]),
  })
}

/** The frame of a film that stands for it; the server draws it in a moment, and the page shows it then. */
export function useChooseMediaPoster(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (at: number) => server((api) => api.chooseMediaPoster({ data: { id, at } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: vaultKeys.all }),
  })
}

export function useRemoveMedia(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => server((api) => api.removeMedia({ data: { id } })),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: vaultKeys.one(id) })
      return Promise.all([
        queryClient.invalidateQueries({ queryKey: vaultKeys.all }),
        queryClient.invalidateQueries({ queryKey: postKeys.all }),
      ])
    },
  })
}

import { useCallback } from 'react'
import { infiniteQueryOptions, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Sent } from '../../contract/endpoint.ts'
import type { Media, media } from '../../contract/media.ts'
import { unwrap } from '../lib/refusal.ts'
import { getMediaUses, getPrivateMedia, getUnlocked, getVault, getVaultLabels, removeMedia, unlockMedia, updateMedia } from '../server/media.functions.ts'
import { mapPosts, postKeys } from './posts.ts'
import { purchaseMutation, setBalance } from './purchases.ts'

export const unlockedQuery = infiniteQueryOptions({
  queryKey: ['unlocked'],
  queryFn: ({ pageParam }) => unwrap(getUnlocked({ data: { cursor: pageParam } })),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.next ?? undefined,
})

/** The creator's vault, newest first. */
export const vaultQuery = (asked: Pick<Sent<typeof media.vault>, 'folder' | 'tag' | 'type'> = {}) =>
  infiniteQueryOptions({
    queryKey: ['vault', asked],
    queryFn: ({ pageParam }) => unwrap(getVault({ data: { ...asked, cursor: pageParam } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  })

/**
 * Buys a media. Nothing is shown before the API has answered; then the media opens wherever it is, and what was
 * bought whole with it is fetched.
 */
export function useUnlock({ id }: Pick<Media, 'id'>) {
  const queryClient = useQueryClient()
  return useMutation({
    ...purchaseMutation,
    mutationFn: ({ price, key }: { price: number; key: string }) =>
      unwrap(unlockMedia({ data: { id, expected_price: price }, headers: { 'idempotency-key': key } })),
    onSuccess: ({ media: opened, meta }) => {
      setBalance(queryClient, meta.coins)
      openMedia(queryClient, opened)
      return queryClient.invalidateQueries({ queryKey: postKeys.all })
    },
  })
}

/** Shows a media that has been bought, in every post that has it. */
export function openMedia(queryClient: QueryClient, opened: Media): void {
  mapPosts(queryClient, (post) =>
    post.media.some((it) => it.id === opened.id) ? { ...post, media: post.media.map((it) => (it.id === opened.id ? opened : it)) } : post,
  )
}

/** Every key of the vault begins with `all`. */
export const vaultKeys = { all: ['vault'] as const, one: (id: string) => ['vault', 'one', id] as const }

/** One media of the vault; asked again while it is being made ready. */
export const privateMediaQuery = (id: string) =>
  queryOptions({
    queryKey: vaultKeys.one(id),
    queryFn: () => unwrap(getPrivateMedia({ data: { id } })),
    refetchInterval: ({ state }) => (state.data?.state === 'processing' || !state.data ? 1_000 : false),
  })

export const vaultLabelsQuery = queryOptions({ queryKey: [...vaultKeys.all, 'labels'], queryFn: () => unwrap(getVaultLabels({ data: {} })) })

export const mediaUsesQuery = (id: string) =>
  queryOptions({ queryKey: [...vaultKeys.one(id), 'uses'], queryFn: () => unwrap(getMediaUses({ data: { id } })) })

export function useUpdateMedia(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: { name?: string | null; folder?: string | null; tags?: string[] }) => unwrap(updateMedia({ data: { id, ...change } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: vaultKeys.all }),
  })
}

export function useRemoveMedia(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => unwrap(removeMedia({ data: { id } })),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: vaultKeys.one(id) })
      return Promise.all([queryClient.invalidateQueries({ queryKey: vaultKeys.all }), queryClient.invalidateQueries({ queryKey: postKeys.all })])
    },
  })
}

/** Tells the vault that something has come into it. */
export function useVaultNews(): () => void {
  const queryClient = useQueryClient()
  return useCallback(() => void queryClient.invalidateQueries({ queryKey: vaultKeys.all }), [queryClient])
}

import { infiniteQueryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Sent } from '../../contract/endpoint.ts'
import type { Media, media } from '../../contract/media.ts'
import { unwrap } from '../lib/refusal.ts'
import { getUnlocked, getVault, unlockMedia } from '../server/media.functions.ts'
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

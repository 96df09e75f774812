import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Answer, Sent } from '../../contract/endpoint.ts'
import type { vault } from '../../contract/vault.ts'
import { unwrap } from '../lib/refusal.ts'
import type { GridFilter } from '../lib/vault-search.ts'
import { changeVault, getVaultBucket, getVaultIndex, renameFolder, undoVaultChange } from '../server/vault.functions.ts'
import { vaultKeys } from './media.ts'
import { type ForCreator, keyOf, targetOf } from './on-behalf.ts'
import { postKeys } from './posts.ts'
import { loadOnCall } from './server-functions.ts'
import { mediaQuery } from './uploads.ts'

const team = loadOnCall(() => import('../server/team-vault.functions.ts'))

/**
 * The months of the vault with the number of media in each, from which the grid knows its height. The filter is part of
 * the answer, because that of the filter before is shown until the answer has come. `of` is the creator for whom an
 * operator asks at the desk; null is the vault of the viewer, or of whom they act as.
 */
export const vaultIndexQuery = (filter: GridFilter, of: ForCreator | null = null) =>
  queryOptions<VaultIndex>({
    queryKey: [...vaultKeys.all, 'index', filter, ...keyOf(of)],
    queryFn: ({ signal }) =>
      (of === null
        ? unwrap(getVaultIndex({ data: filter, signal }))
        : team((api) => api.getTeamVaultIndex({ data: { ...targetOf(of), ...filter }, signal }))
      ).then((text) => ({
        ...(JSON.parse(text) as Answer<typeof vault.index>),
        filter,
      })),
    placeholderData: (before) => before,
  })

type VaultIndex = Answer<typeof vault.index> & { filter: GridFilter }

/** The media of a bucket. Fetching it ends when the grid has been scrolled past it. */
export const vaultBucketQuery = (filter: GridFilter, bucket: string, of: ForCreator | null = null) =>
  queryOptions({
    queryKey: [...vaultKeys.all, 'bucket', filter, bucket, ...keyOf(of)],
    queryFn: ({ signal }) =>
      (of === null
        ? unwrap(getVaultBucket({ data: { ...filter, bucket }, signal }))
        : team((api) => api.getTeamVaultBucket({ data: { ...targetOf(of), ...filter, bucket }, signal }))
      ).then((text) => JSON.parse(text) as Answer<typeof vault.bucket>),
    staleTime: bucketFreshMs,
  })

/** Fetches what the grid shows first: its months with the newest media. Buckets come after that is drawn. */
export const prefetchVault = (queryClient: QueryClient, filter: GridFilter): Promise<void> =>
  queryClient.prefetchQuery(vaultIndexQuery(filter))

/** Shorter than the addresses of the thumbs are good for, which is at least three minutes. */
export const bucketFreshMs = 150_000

/** Moves, tags, deletes or restores many media. */
export function useChangeVault() {
  const refresh = useRefreshGrid()
  return useMutation({
    mutationFn: (change: Sent<typeof vault.change>) => unwrap(changeVault({ data: change })),
    onSuccess: refresh,
  })
}

export function useUndoVaultChange() {
  const refresh = useRefreshGrid()
  return useMutation({
    mutationFn: (undo: string) => unwrap(undoVaultChange({ data: { undo } })),
    onSuccess: refresh,
  })
}

export function useRenameFolder() {
  const refresh = useRefreshGrid()
  return useMutation({
    mutationFn: (names: Sent<typeof vault.renameFolder>) => unwrap(renameFolder({ data: names })),
    onSuccess: refresh,
  })
}

/** Reads media as a message shows them while it is sent. */
export function useReadMedia(of: ForCreator | null) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (ids: readonly string[]) => Promise.all(ids.map((id) => queryClient.fetchQuery(mediaQuery(id, of)))),
  })
}

/** The change is done before the new tiles are there, so they are not waited for. Posts show media too. */
function useRefreshGrid() {
  const queryClient = useQueryClient()
  return () => {
    void queryClient.invalidateQueries({ queryKey: vaultKeys.all })
    void queryClient.invalidateQueries({ queryKey: postKeys.all })
  }
}

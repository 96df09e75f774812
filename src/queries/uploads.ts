import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { vaultKeys } from './media.ts'
import { type ForCreator, keyOf, targetOf } from './on-behalf.ts'
import { loadOnCall } from './server-functions.ts'

const server = loadOnCall(() => import('../server/media.functions.ts'))
const team = loadOnCall(() => import('../server/team-vault.functions.ts'))
const uploads = loadOnCall(() => import('../server/uploads.functions.ts'))

/** One media of the vault, or of that of a creator for whom an operator asks at the desk; polled while it is being processed, and while the sizes of a film are made. */
export const mediaQuery = (id: string, of: ForCreator | null = null) =>
  queryOptions({
    queryKey: [...vaultKeys.one(id), ...keyOf(of)],
    queryFn: () =>
      of === null
        ? server((api) => api.getMedia({ data: { id } }))
        : team((api) => api.getTeamMedia({ data: { ...targetOf(of), id } })),
    refetchInterval: ({ state: { data } }) => {
      if (data?.state === 'processing') return 1_000
      return data?.making ? 3_000 : false
    },
  })

/** The bytes that the creator keeps and may keep; fetched again with the vault. */
export const usageQuery = queryOptions({
  queryKey: [...vaultKeys.all, 'usage'],
  queryFn: () => uploads((api) => api.getUsage({ data: {} })),
})

/** Fetches the vault again after an upload. */
export function useRefreshVault(): () => void {
  const queryClient = useQueryClient()
  return useCallback(() => void queryClient.invalidateQueries({ queryKey: vaultKeys.all }), [queryClient])
}

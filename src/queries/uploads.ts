import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { vaultKeys } from './media.ts'
import { loadOnCall } from './server-functions.ts'

const server = loadOnCall(() => import('../server/media.functions.ts'))

/** One media of the vault; polled while it is being processed. */
export const mediaQuery = (id: string) =>
  queryOptions({
    queryKey: vaultKeys.one(id),
    queryFn: () => server((api) => api.getMedia({ data: { id } })),
    refetchInterval: ({ state }) => (state.data?.state === 'processing' ? 1_000 : false),
  })

/** Fetches the vault again after an upload. */
export function useRefreshVault(): () => void {
  const queryClient = useQueryClient()
  return useCallback(() => void queryClient.invalidateQueries({ queryKey: vaultKeys.all }), [queryClient])
}

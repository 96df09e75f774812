import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { captions } from '../../contract/captions.ts'
import type { Sent } from '../../contract/endpoint.ts'
import { vaultKeys } from './media.ts'
import { postKeys } from './posts.ts'
import { loadOnCall } from './server-functions.ts'

const server = loadOnCall(() => import('../server/captions.functions.ts'))

const keyOf = (id: string, language: string) => [...vaultKeys.one(id), 'captions', language]

/** The captions of a film or a sound in one language, for their owner. */
export const captionsQuery = (id: string, language: string) =>
  queryOptions({
    queryKey: keyOf(id, language),
    queryFn: () => server((api) => api.getCaptions({ data: { id, language } })),
    // What is being written is not replaced by what was there.
    staleTime: Number.POSITIVE_INFINITY,
  })

export function useSaveCaptions(id: string, language: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (content: Pick<Sent<typeof captions.save>, 'cues' | 'file'>) =>
      server((api) => api.saveCaptions({ data: { id, language, ...content } })),
    onSuccess: (saved) => {
      queryClient.setQueryData(keyOf(id, language), saved)
      return showEverywhere(queryClient, id)
    },
  })
}

export function useRemoveCaptions(id: string, language: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => server((api) => api.removeCaptions({ data: { id, language } })),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: keyOf(id, language) })
      return showEverywhere(queryClient, id)
    },
  })
}

/** The vault and posts carry the languages; the captions themselves have just been written. */
const showEverywhere = (queryClient: ReturnType<typeof useQueryClient>, id: string) =>
  Promise.all([
    queryClient.invalidateQueries({
      queryKey: vaultKeys.all,
      predicate: ({ queryKey }) => !queryKey.includes('captions'),
    }),
    queryClient.invalidateQueries({ queryKey: vaultKeys.one(id), exact: true }),
    queryClient.invalidateQueries({ queryKey: postKeys.all }),
  ])

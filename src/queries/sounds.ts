import { queryOptions } from '@tanstack/react-query'
import { loadOnCall } from './server-functions.ts'

const server = loadOnCall(() => import('../server/media.functions.ts'))

/** A sound as the viewer may hear it now, with a newly signed address. */
export const soundQuery = (id: string) =>
  queryOptions({
    queryKey: ['sound', id],
    queryFn: () => server((api) => api.getMedia({ data: { id } })),
    staleTime: 0,
    gcTime: 0,
  })

import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Sent } from '../../contract/endpoint.ts'
import type { trackingLinks } from '../../contract/tracking-links.ts'
import type { LinksFilter } from '../lib/links-search.ts'
import { cursorPages } from './cursor-pages.ts'
import { loadOnCall } from './server-functions.ts'

const server = loadOnCall(() => import('../server/tracking-links.functions.ts'))
const key = ['tracking-links']

/** The links with the figures of a span; those of another span or order stay until these have come. */
export const trackingLinksQuery = (filter: LinksFilter) =>
  infiniteQueryOptions({
    queryKey: [...key, 'list', filter],
    queryFn: ({ pageParam }) => server((api) => api.getTrackingLinks({ data: { ...filter, cursor: pageParam } })),
    ...cursorPages,
    placeholderData: keepPreviousData,
  })

export const trackingLinkQuery = (id: string, span: { from?: string; to?: string }) =>
  queryOptions({
    queryKey: [...key, 'link', id, span],
    queryFn: () => server((api) => api.getTrackingLink({ data: { id, ...span } })),
    placeholderData: keepPreviousData,
  })

export function useCreateTrackingLink() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (data: Sent<typeof trackingLinks.create>) => server((api) => api.createTrackingLink({ data })),
    onSuccess: refresh,
    meta: { shown: true },
  })
}

export function useUpdateTrackingLink() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (data: Sent<typeof trackingLinks.update>) => server((api) => api.updateTrackingLink({ data })),
    onSuccess: refresh,
    meta: { shown: true },
  })
}

function useRefresh() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: key })
}

import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { audience } from '../../contract/audience.ts'
import type { AudienceFilter } from '../../contract/audience-filter.ts'
import type { AudienceSort } from '../../contract/audience-sorts.ts'
import type { Sent } from '../../contract/endpoint.ts'
import { cursorPages } from './cursor-pages.ts'
import { loadOnCall } from './server-functions.ts'

const server = loadOnCall(() => import('../server/audience.functions.ts'))
const key = ['creator-audience']

/** The fans whom a filter matches; those of the filter before stay until they have come. */
export const fansQuery = (filter: AudienceFilter, sort: AudienceSort = 'newest') =>
  infiniteQueryOptions({
    queryKey: [...key, 'list', filter, sort],
    queryFn: ({ pageParam }) => server((api) => api.getFans({ data: { ...filter, sort, cursor: pageParam } })),
    ...cursorPages,
    placeholderData: keepPreviousData,
  })

export const fanCountQuery = (filter: AudienceFilter) =>
  queryOptions({
    queryKey: [...key, 'count', filter],
    queryFn: () => server((api) => api.countFans({ data: filter })),
    placeholderData: keepPreviousData,
  })

export const fanListsQuery = queryOptions({
  queryKey: [...key, 'lists'],
  queryFn: () => server((api) => api.getFanLists({ data: {} })).then(({ data }) => data),
})

export function useCreateFanList() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (data: Sent<typeof audience.createList>) => server((api) => api.createFanList({ data })),
    onSuccess: refresh,
    meta: { shown: true },
  })
}

export function useUpdateFanList() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (data: Sent<typeof audience.updateList>) => server((api) => api.updateFanList({ data })),
    onSuccess: refresh,
    meta: { shown: true },
  })
}

export function useRemoveFanList() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (id: string) => server((api) => api.removeFanList({ data: { id } })),
    onSuccess: refresh,
    meta: { shown: true },
  })
}

/** Adds many fans to a list, or removes them from it. */
export function useChangeFans() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (data: Sent<typeof audience.change>) => server((api) => api.changeFans({ data })),
    onSuccess: refresh,
  })
}

function useRefresh() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: key })
}

import { queryOptions } from '@tanstack/react-query'
import { loadOnCall } from './server-functions.ts'

const server = loadOnCall(() => import('../server/discovery.functions.ts'))

/** Creators whom the viewer does not follow yet. It stays as it is while they look around, so that nothing jumps. */
export const suggestionsQuery = queryOptions({
  queryKey: ['suggestions'],
  queryFn: () => server((api) => api.getSuggestions({ data: {} })),
  staleTime: 300_000,
})

/** Creators like this one. */
export const similarQuery = (username: string) =>
  queryOptions({
    queryKey: ['users', 'similar', username.toLowerCase()],
    queryFn: () => server((api) => api.getSimilar({ data: { username } })),
    staleTime: 300_000,
  })

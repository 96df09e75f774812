import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { RefusalError } from '../lib/refusal.ts'
import { failed } from './failures.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * `shown`: the screen itself says what went wrong, so no toast does. `silent`: a failed call of the chat, which says
     * nothing (spec §8) and leaves everything as it was.
     */
    mutationMeta: { shown?: boolean; silent?: boolean }
  }
}

/** The cache of API answers. Failures are handled in one place, `failures.ts`. */
export function createQueryClient(): QueryClient {
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error) => failed(queryClient, error, { toast: false }) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) =>
        failed(queryClient, error, { toast: !mutation.meta?.shown && !mutation.meta?.silent }),
    }),
    defaultOptions: {
      // Without a connection a call fails at once and says so, instead of waiting in silence and being made later.
      queries: { staleTime: 30_000, retry: mayRetry, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return queryClient
}

/** Only server errors are retried, never without a connection, nor during rendering on the server, where a visitor waits. */
function mayRetry(count: number, error: Error): boolean {
  if (typeof window === 'undefined' || navigator.onLine === false) return false
  return count < 2 && error instanceof RefusalError && error.status >= 500
}

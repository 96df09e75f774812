import {
  type QueryClient,
  type QueryKey,
  type QueryObserver,
  type QueryObserverResult,
  type UseBaseQueryOptions,
  useQueryClient,
} from '@tanstack/react-query'

/**
 * Stands in for the query library's own hook where pages are rendered (`app.config.ts`): a page is rendered once, so
 * nothing is subscribed to, watched for what is read of it, or kept for the next time. What it answers is the library's.
 */
export function useBaseQuery(
  options: UseBaseQueryOptions,
  Observer: typeof QueryObserver,
  queryClient?: QueryClient,
): QueryObserverResult {
  const client = useQueryClient(queryClient)
  const whole = client.defaultQueryOptions<unknown, Error, unknown, unknown, QueryKey>(options)
  whole._optimisticResults = 'optimistic'
  return new Observer(client, whole).getOptimisticResult(whole)
}

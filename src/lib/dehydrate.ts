import type { QueryClient } from '@tanstack/react-query'

/**
 * What the server fetched for a page, as JSON; the browser takes it over as fresh. Left to the router's serializer, which
 * knows far more than JSON, it costs ten times as much to write.
 */
export function dehydrateQueries(queryClient: QueryClient): string {
  const answers = queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }): Answered => [queryKey, state.data])
  return JSON.stringify(answers)
}

export function hydrateQueries(queryClient: QueryClient, text: string): void {
  for (const [key, data] of JSON.parse(text) as Answered[])
    queryClient.setQueryData(key, isPaged(data) ? { ...data, pageParams: data.pageParams.map(orUndefined) } : data)
}

const isPaged = (data: unknown): data is { pageParams: unknown[] } =>
  typeof data === 'object' && data !== null && 'pageParams' in data && Array.isArray(data.pageParams)

/** JSON has no undefined: the first page of a list was asked for without a cursor, and is fetched again without one. */
const orUndefined = (it: unknown) => it ?? undefined

type Answered = [key: readonly unknown[], data: unknown]

import { QueryClientProvider } from '@tanstack/react-query'
import { createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { followLocale } from './lib/locale.ts'
import { requestNonce, requestOrigin } from './lib/request.ts'
import { createQueryClient } from './queries/client.ts'
import { routeTree } from './routeTree.gen.ts'

/** One router, and one cache of what the API said, for each request on the server and for each tab in the browser. */
export function getRouter() {
  followLocale()
  const queryClient = createQueryClient()
  const nonce = requestNonce()
  const router = createRouter({
    routeTree,
    context: { queryClient },
    origin: requestOrigin(),
    // Every page has one spelling (`edge/path.ts`); usernames are led to theirs by their route.
    caseSensitive: true,
    scrollRestoration: true,
    defaultPreload: 'intent',
    // What the loaders prefetch lives in the query cache, which knows how fresh it is.
    defaultPreloadStaleTime: 0,
    defaultStructuralSharing: true,
    defaultViewTransition: true,
    defaultPendingMs: 300,
    defaultErrorComponent: lazyRouteComponent(() => import('./lib/page-errors.tsx'), 'PageError'),
    defaultNotFoundComponent: lazyRouteComponent(() => import('./lib/page-errors.tsx'), 'NotFoundPage'),
    // biome-ignore lint/correctness/noComponentHookFactories: there is one router, and with it one Wrap, for each request.
    Wrap: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
    ...(nonce && { ssr: { nonce } }),
    dehydrate: (): Dehydrated => ({ queries: answered(queryClient) }),
    hydrate: ({ queries }: Dehydrated) => {
      for (const [key, data] of JSON.parse(queries) as Answered[]) queryClient.setQueryData(key, firstPages(data))
    },
  })
  return router
}

/**
 * What the server fetched for a page, as JSON; the browser takes it over as fresh. Left to the router's serializer,
 * which knows far more than JSON, it costs ten times as much to write.
 */
type Dehydrated = { queries: string }
type Answered = [key: readonly unknown[], data: unknown]

function answered(queryClient: ReturnType<typeof createQueryClient>): Dehydrated['queries'] {
  const answers = queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }): Answered => [queryKey, state.data])
  return JSON.stringify(answers)
}

/** JSON has no undefined: the first page of a list was asked for without a cursor, and is again when it is fetched anew. */
function firstPages(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('pageParams' in data) || !Array.isArray(data.pageParams))
    return data
  return { ...data, pageParams: data.pageParams.map((it: unknown) => it ?? undefined) }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
}

import { QueryClientProvider } from '@tanstack/react-query'
import { createRouter, lazyRouteComponent, stringifySearchWith } from '@tanstack/react-router'
import { dehydrateQueries, hydrateQueries } from './lib/dehydrate.ts'
import { followLocale } from './lib/locale.ts'
import { parseSearch } from './lib/parse-search.ts'
import { isShell, requestNonce, requestOrigin } from './lib/request.ts'
import { catchSkippedTransitions } from './lib/view-transition.ts'
import { createQueryClient } from './queries/client.ts'
import { followAccount } from './queries/session.ts'
import { routeTree } from './routeTree.gen.ts'
import { Unreachable } from './screens/errors/unreachable.tsx'

const stringifySearch = stringifySearchWith(JSON.stringify)

/** One router and one query cache for each request on the server and for each tab in the browser. */
export function getRouter() {
  followLocale()
  const queryClient = createQueryClient()
  if (typeof window !== 'undefined') followAccount(queryClient)
  const nonce = requestNonce()
  const router = createRouter({
    routeTree,
    context: { queryClient },
    origin: requestOrigin(),
    // Every page has one spelling (`edge/path.ts`); usernames are led to theirs by their route.
    caseSensitive: true,
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPreload: 'intent',
    // What the loaders prefetch lives in the query cache, which knows how fresh it is.
    defaultPreloadStaleTime: 0,
    defaultStructuralSharing: true,
    defaultViewTransition: true,
    defaultPendingMs: 300,
    defaultErrorComponent: lazyRouteComponent(errorPages, 'PageError'),
    defaultNotFoundComponent: lazyRouteComponent(errorPages, 'NotFoundPage'),
    // biome-ignore lint/correctness/noComponentHookFactories: there is one router, and with it one Wrap, for each request.
    Wrap: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
    ...(nonce && { ssr: { nonce } }),
    dehydrate: () => ({ queries: dehydrateQueries(queryClient), isShell: isShell() }),
    hydrate: async ({ queries, isShell }: { queries: string; isShell: boolean }) => {
      hydrateQueries(queryClient, queries)
      if (isShell) await (await import('./queries/stored-answers.ts')).restoreStored(queryClient)
    },
  })
  catchSkippedTransitions(router)
  return router
}

const errorPages = () =>
  import('./screens/errors/page-errors.tsx').catch(() => ({ PageError: Unreachable, NotFoundPage: Unreachable }))

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
}

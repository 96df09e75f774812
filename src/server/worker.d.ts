/** What the Worker is given, as far as the app reads it (`edge/env.ts` has the whole). */
declare module 'cloudflare:workers' {
  export const env: { API_BASE_URL: string; PRODUCTION_DOMAIN?: string; PREVIEW_DOMAIN?: string }
}
/** Node's, which workerd has under `nodejs_compat`: the one name of Node that the app uses. */
declare module 'node:async_hooks' {
  export class AsyncLocalStorage<T> {
    getStore(): T | undefined
    run<R>(store: T, work: () => R): R
  }
}

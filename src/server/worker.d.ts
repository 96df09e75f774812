/** What the Worker is given, as far as the app reads it (`edge/env.ts` has the whole). */
declare module 'cloudflare:workers' {
  export const env: { API_BASE_URL: string; PRODUCTION_DOMAIN?: string; PREVIEW_DOMAIN?: string }
}

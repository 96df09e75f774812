import { type HostsConfig, hostsConfig } from '../contract/hosts.ts'

/**
 * What the Worker is given: settings as text, the built files as a service. By hand, since `wrangler types` knows only
 * what wrangler.toml names, which half of these (secrets, settings of bare workerd) are not; env.test.ts compares the rest.
 */
export type Bindings = {
  API_BASE_URL: string
  ASSETS?: { fetch: (request: Request) => Promise<Response> }
  PRODUCTION_DOMAIN?: string
  PREVIEW_DOMAIN?: string
  /** Shared with the API: authenticates the edge to the API, and the API's purges to the edge. */
  EDGE_SECRET?: string
  /** `off` renders a page for every request; for measuring. */
  EDGE_CACHE?: string
  /** The header with the visitor's address: `cf-connecting-ip` on Cloudflare; unset on bare workerd, where it is the socket's peer. */
  ADDRESS_HEADER?: string
  /** `on` where the scheme of the request's URL is the one that the visitor used, as on Cloudflare. */
  HTTPS_ONLY?: string
  /** `on` where nothing behind the Worker compresses, as on bare workerd. */
  COMPRESS?: string
  /** The same values as in the API. With Turnstile, the content security policy allows its widget. */
  HUMAN_CHECK?: string
  TURNSTILE_SITE_KEY?: string
  /** The same value as in the API: the media store into which browsers write uploads. */
  S3_PUBLIC_ENDPOINT?: string
  /** With both of these a purge reaches every data centre, by cache tag. */
  CLOUDFLARE_ZONE_ID?: string
  CLOUDFLARE_PURGE_TOKEN?: string
}

/** The settings of the host table, parsed once per environment object. */
export function hostsOf(env: Bindings): HostsConfig {
  const known = configs.get(env)
  if (known) return known
  const config = hostsConfig(env)
  configs.set(env, config)
  return config
}

/** Whether the sign-in forms show Turnstile's widget. */
export const usesTurnstile = ({ HUMAN_CHECK, TURNSTILE_SITE_KEY }: Bindings): boolean =>
  Boolean(TURNSTILE_SITE_KEY) && (HUMAN_CHECK || 'turnstile') === 'turnstile'

/** The origin of the media store into which browsers write; null where they write to none. */
export function storeOf({ S3_PUBLIC_ENDPOINT }: Bindings): string | null {
  if (!S3_PUBLIC_ENDPOINT || !URL.canParse(S3_PUBLIC_ENDPOINT)) return null
  return new URL(S3_PUBLIC_ENDPOINT).origin
}

const configs = new WeakMap<Bindings, HostsConfig>()

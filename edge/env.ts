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
  /** Shared with the API: proves the edge to the API, and the API to the purge door. */
  EDGE_SECRET?: string
  /** `off` renders every page anew; for measuring. */
  EDGE_CACHE?: string
  /** `cf-connecting-ip` on Cloudflare, which sets it itself; unset on bare workerd, which knows the socket's peer. */
  ADDRESS_HEADER?: string
  /** `on` where the address that the Worker sees says truly whether a visitor came over HTTPS, as on Cloudflare. */
  HTTPS_ONLY?: string
  /** `on` where nothing behind the Worker compresses, as on bare workerd. */
  COMPRESS?: string
  /** As the API has them: with Turnstile the content policy lets its widget in. */
  HUMAN_CHECK?: string
  TURNSTILE_SITE_KEY?: string
  /** With both of these a purge reaches every data centre, by cache tag. */
  CLOUDFLARE_ZONE_ID?: string
  CLOUDFLARE_PURGE_TOKEN?: string
}

/** The hosts table's settings, read once per environment object. */
export function hostsOf(env: Bindings): HostsConfig {
  const known = configs.get(env)
  if (known) return known
  const config = hostsConfig(env)
  configs.set(env, config)
  return config
}

/** Whether the forms of the door show Turnstile's widget. */
export const usesTurnstile = ({ HUMAN_CHECK, TURNSTILE_SITE_KEY }: Bindings): boolean =>
  Boolean(TURNSTILE_SITE_KEY) && (HUMAN_CHECK || 'turnstile') === 'turnstile'

const configs = new WeakMap<Bindings, HostsConfig>()

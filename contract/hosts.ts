/**
 * The table of hosts that the product serves (spec §1 and §9, safety §12); null for an unknown host. Names are compared
 * whole, never by their ending, so `evilfanfare.example` and `fanfare.example.evil.test` are unknown.
 */
export function host(name: string, config: HostsConfig): HostFacts | null {
  const bare = bareName(name)
  if (bare === null) return null
  if (localNames.has(bare)) return local
  if (config.productionDomain !== null) {
    const shared = { kind: 'production', cookieDomain: `.${config.productionDomain}` } as const
    for (const [prefix, locale] of productionPrefixes) {
      if (bare === prefix + config.productionDomain) return { ...shared, locale }
    }
  }
  return isPreview(bare, config.previewDomain) ? preview : null
}

export type Locale = 'en' | 'fr'

/** How pages, headers and the cookie write each language: the default locale is en-US (spec §1). */
export const localeTags = { en: 'en-US', fr: 'fr' } as const satisfies Record<Locale, string>

export type HostFacts = {
  kind: 'production' | 'preview' | 'local'
  /** The locale of the host name; null where cookie and browser decide. */
  locale: Locale | null
  /** The `Domain` of cookies; null for host-only ones. */
  cookieDomain: string | null
}

export type HostsConfig = {
  /** `fanfare.example`: its apex, www, en, fr and app are production hosts and share cookies. */
  productionDomain: string | null
  /** `fanfare.account.workers.dev`: this name and `{alias}-fanfare.account.workers.dev` are previews. */
  previewDomain: string | null
}

/** Reads the two settings from the environment. A value that is not a domain name counts as unset. */
export function hostsConfig(env: { PRODUCTION_DOMAIN?: string; PREVIEW_DOMAIN?: string }): HostsConfig {
  return { productionDomain: domain(env.PRODUCTION_DOMAIN), previewDomain: domain(env.PREVIEW_DOMAIN) }
}

/**
 * Whether a page of `origin` (the `Origin` header of an unsafe call or a socket) may call the origin `to`
 * (`https://www.fanfare.example`). Production hosts trust each other over HTTPS, because they share the session. All
 * other hosts trust only the same origin, including its port, because a browser treats all ports of localhost as one
 * site. A missing or opaque origin (`null`) is never allowed.
 */
export function allowedOrigin(origin: string | null | undefined, config: HostsConfig, to: string): boolean {
  const from = parseOrigin(origin)
  const target = parseOrigin(to)
  if (from === null || target === null) return false
  const fromFacts = host(from.host, config)
  const toFacts = host(target.host, config)
  if (fromFacts === null || toFacts === null) return false
  if (from.origin === target.origin) return true
  const bothShared = fromFacts.kind === 'production' && toFacts.kind === 'production'
  return bothShared && from.protocol === 'https:' && from.port === ''
}

/** The production hosts with a fixed locale, for `hreflang`: `[['en', 'en.fanfare.example'], …]`; none outside production. */
export function localeHosts(config: HostsConfig): [Locale, string][] {
  const { productionDomain } = config
  if (productionDomain === null) return []
  return productionPrefixes.flatMap(([prefix, locale]) =>
    locale === null ? [] : [[locale, prefix + productionDomain] as [Locale, string]],
  )
}

const productionPrefixes: readonly (readonly [string, Locale | null])[] = [
  ['', null],
  ['www.', null],
  ['app.', null],
  ['en.', 'en'],
  ['fr.', 'fr'],
]
const localNames = new Set(['localhost', '127.0.0.1', '[::1]'])
const local: HostFacts = { kind: 'local', locale: null, cookieDomain: null }
const preview: HostFacts = { kind: 'preview', locale: null, cookieDomain: null }

/** The name in lower case without its port; null for anything that is not a host name. */
function bareName(name: string): string | null {
  const match = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::\d{1,5})?$/.exec(name.toLowerCase())
  return match?.[1] ?? null
}

function isPreview(name: string, previewDomain: string | null): boolean {
  if (previewDomain === null) return false
  const [first = '', ...account] = name.split('.')
  const [worker = '', ...ours] = previewDomain.split('.')
  if (account.join('.') !== ours.join('.')) return false
  const alias = first.slice(0, -worker.length - 1)
  return first === worker || (/^[a-z0-9]/.test(alias) && first === `${alias}-${worker}`)
}

function domain(value: string | undefined): string | null {
  const name = value?.trim().toLowerCase() ?? ''
  return /^(?=.{4,253}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name) ? name : null
}

function parseOrigin(value: string | null | undefined): URL | null {
  if (!value || !URL.canParse(value)) return null
  const url = new URL(value)
  return url.origin === value && (url.protocol === 'https:' || url.protocol === 'http:') ? url : null
}

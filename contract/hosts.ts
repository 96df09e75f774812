/**
 * The one table of hosts that this product answers to (spec §1 and §9, safety §12). Names are compared
 * whole, never by their ending, so that `evilfanfare.example` and `fanfare.example.evil.test` are strangers.
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

export type HostFacts = {
  kind: 'production' | 'preview' | 'local'
  /** The language that the name itself asks for; null where cookie and browser decide. */
  locale: Locale | null
  /** The `Domain` of cookies; null for host-only ones. */
  cookieDomain: string | null
}

export type HostsConfig = {
  /** `fanfare.example`: apex, www, en, fr and app are then ours, and share cookies. */
  productionDomain: string | null
  /** `fanfare.account.workers.dev`: this name and `{alias}-fanfare.account.workers.dev` are then previews. */
  previewDomain: string | null
}

/** Reads the table's two settings from the environment; a value that is no domain name counts as none. */
export function hostsConfig(env: { PRODUCTION_DOMAIN?: string; PREVIEW_DOMAIN?: string }): HostsConfig {
  return { productionDomain: domain(env.PRODUCTION_DOMAIN), previewDomain: domain(env.PREVIEW_DOMAIN) }
}

/**
 * Whether a request to the origin `to` (`https://www.fanfare.example`) may come from a page of `origin` (the
 * `Origin` header of an unsafe call or a socket). Production hosts trust each other over HTTPS, as they share
 * the session; everywhere else only the very same origin counts, port included, since all ports of localhost
 * are one site to the browser. A missing or opaque origin (`null`) is never allowed here.
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

/** The hosts that speak one language, for `hreflang`: `[['en', 'en.fanfare.example'], …]`; none outside production. */
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

/** Lower case, without port; null for anything that is no host name. */
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

import { env } from 'cloudflare:workers'
import { host, hostsConfig } from '../../contract/hosts.ts'

const config = hostsConfig(env)

/** The `Domain` that cookies of this origin share across subdomains, by the one table of hosts (spec §9). */
export function cookieDomain(origin: string | undefined): string | undefined {
  return (origin && host(new URL(origin).host, config)?.cookieDomain) || undefined
}

import { trackingCookies, trackingDays } from '../../../contract/limits.ts'

/** A link by which this browser came, and the day (UTC, in days since 1970) on which it last did. */
export type Arrival = { code: string; day: number }

const dayMs = 86_400_000
/** A browser that opens more links forgets the first of them. */
const mostArrivals = 12

export const dayOf = (now: number): number => Math.floor(now / dayMs)

/** By which links a browser came in the last days, in the order of its first visits. */
export function arrivalsOf(cookies: string | null, now: number): Arrival[] {
  const value = cookies?.split(/;\s*/).find((it) => trackingCookies.some((name) => it.startsWith(`${name}=`)))
  const today = dayOf(now)
  return [...(value ?? '').matchAll(/([a-z2-9]{8})\.(\d{5})/g)]
    .map(([, code = '', day]) => ({ code, day: Number(day) }))
    .filter(({ day }) => day <= today && day >= today - trackingDays)
    .slice(-mostArrivals)
}

/** The same after a visit by a link, and whether it is the first one of the day. */
export function arrive(arrivals: readonly Arrival[], code: string, now: number) {
  const day = dayOf(now)
  const before = arrivals.find((it) => it.code === code)
  const after = before
    ? arrivals.map((it) => (it === before ? { code, day } : it))
    : [...arrivals, { code, day }].slice(-mostArrivals)
  return { arrivals: after, isFirstOfDay: before?.day !== day }
}

/** The cookie's line. The server alone reads it, so no page needs code for it. */
export function cookieLine(arrivals: readonly Arrival[], { isSecure, domain }: CookieFacts): string {
  const value = arrivals.map(({ code, day }) => `${code}.${day}`).join('~')
  const name = trackingCookies[isSecure ? 0 : 1]
  const shared = domain === null ? '' : `; Domain=.${domain}`
  const rest = `Max-Age=${trackingDays * 86_400}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}${shared}`
  return `${name}=${value}; Path=/; ${rest}`
}
type CookieFacts = { isSecure: boolean; domain: string | null }

/** Whether the browser may remember it: its owner has not said that they want no such thing. */
export const mayRemember = (headers: Headers): boolean => headers.get('sec-gpc') !== '1' && headers.get('dnt') !== '1'

/**
 * Whether a request is a person's who follows a link, as far as it says so: neither a program that looks for a preview or
 * an index, nor a browser that loads ahead.
 */
export function isVisit(headers: Headers): boolean {
  const agent = headers.get('user-agent') ?? ''
  if (!/^Mozilla\//.test(agent) || bots.test(agent)) return false
  if (/prefetch|prerender/.test(`${headers.get('sec-purpose')} ${headers.get('purpose')}`)) return false
  return /^(?:document|iframe)?$/.test(headers.get('sec-fetch-dest') ?? '')
}
const bots = /bot|crawl|spider|slurp|preview|facebookexternalhit|whatsapp\/|headlesschrome-lighthouse|monitor|scrap/i

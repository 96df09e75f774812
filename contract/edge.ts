/**
 * Request headers from the edge to the API and the app. The edge removes headers of these names that a client sent,
 * so they can be trusted. When `EDGE_SECRET` is set, the API trusts them only beside the right `proof`, because its own
 * address may be reachable too.
 */
export const edgeHeaders = {
  requestId: 'x-request-id',
  /** `en` or `fr`. */
  locale: 'x-fanfare-locale',
  /** The visitor's IP address, without port. */
  address: 'x-fanfare-address',
  /** The origin that the visitor sees, `https://fr.fanfare.example`, for `allowedOrigin`. */
  origin: 'x-fanfare-origin',
  /** The CSP nonce of this response; for the app only. */
  nonce: 'x-fanfare-nonce',
  /** `1`: the page is rendered empty, to be kept by browsers for time without a connection; for the app only. */
  shell: 'x-fanfare-shell',
  /** The value of `EDGE_SECRET`. */
  proof: 'x-fanfare-edge',
} as const

/** Where the API purges public pages that changed: POST, JSON `Purge`, signed by `signPurge`. */
export const purgePath = '/_edge/purge'
export const purgeSignatureHeader = 'x-fanfare-signature'
/** How long a signature is valid, in seconds. */
const purgeToleranceSeconds = 300

/** `profiles` are usernames (their page and all their posts), `paths` are single pages such as `/`. */
export type Purge = { profiles?: string[]; paths?: string[] }

/** The value of the signature header for a purge body: `t={unix seconds},v1={hex HMAC-SHA-256 of "t.body"}`. */
export async function signPurge(secret: string, body: string, seconds: number): Promise<string> {
  const mac = await crypto.subtle.sign('HMAC', await purgeKey(secret, 'sign'), purgeText(body, seconds))
  return `t=${seconds},v1=${Array.from(new Uint8Array(mac), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Whether the header's value signs this body within the tolerance, before or after now. */
export async function verifyPurge(secret: string, body: string, header: string, nowSeconds: number): Promise<boolean> {
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header)
  if (!match?.[1] || !match[2]) return false
  const seconds = Number(match[1])
  if (Math.abs(nowSeconds - seconds) > purgeToleranceSeconds) return false
  const mac = Uint8Array.from(match[2].match(/../g) ?? [], (hex) => Number.parseInt(hex, 16))
  return crypto.subtle.verify('HMAC', await purgeKey(secret, 'verify'), mac, purgeText(body, seconds))
}

const purgeText = (body: string, seconds: number) => new TextEncoder().encode(`${seconds}.${body}`)
const purgeKey = (secret: string, use: 'sign' | 'verify') =>
  crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [use])

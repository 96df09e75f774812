import { identityHooks } from '../../api/app.ts'
import { startsAnew } from '../../api/identity/acting-gate.ts'
import { closedPaths, createAuth } from '../../api/identity/auth.ts'
import { readEnv } from '../../api/platform/env.ts'
import { rawRoutes } from '../../api/raw-routes.ts'
import type { Services } from '../../api/platform/services.ts'
import type { Access } from '../../contract/endpoint.ts'
import { uploadAccess, uploadPath } from '../../contract/uploads.ts'
import { wallet } from '../../contract/wallet.ts'
import { type InventoryRow, rowOf } from './inventory.ts'

/**
 * Every door of the API that is no endpoint of the contract: bytes instead of JSON, protocols of others, operations.
 * `tests/contract/inventory.test.ts` holds this list against what is really mounted.
 */
export function otherRoutes(): InventoryRow[] {
  const ctx = { env: inspected() } as Services
  const raw = rawRoutes(ctx).map((it) => entryPoint(it.method, it.path, it.access))
  return [...raw, ...identityDoors(ctx), ...known].sort(
    (a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method),
  )
}

/** The calls of better-auth that are open, from its own table. */
function identityDoors(ctx: Services): InventoryRow[] {
  const calls = Object.values(createAuth(ctx, identityHooks(ctx)).api) as unknown as {
    path?: string
    options: { method: string | string[]; metadata?: { SERVER_ONLY?: boolean } }
  }[]
  return calls.flatMap(({ path, options }) => {
    if (path === undefined || options.metadata?.SERVER_ONLY || closedPaths.includes(path)) return []
    const written = `/api/auth${path.replaceAll(/:(\w+)/g, '{$1}')}`
    const acting = startsAnew(path) || /^\/(?:sign-out|get-session)$/.test(path) ? 'any' : 'never'
    const who = signedInOnly.test(path) ? 'user' : 'anyone'
    return [options.method, path === '/verify-email' ? 'POST' : []]
      .flat()
      .map((method) => row(method, written, who, acting, checked.has(path) ? 'human check' : ''))
  })
}
const signedInOnly =
  /^\/(?:link-social|two-factor\/(?:enable|disable|generate-backup-codes)|passkey\/(?:generate-register|verify-registration))/
const checked = new Set(['/sign-up/email', '/sign-in/email', '/request-password-reset'])

const entryPoint = (method: string, path: string, access: Access, also = ''): InventoryRow => {
  const it = rowOf({ method, path, access })
  return { ...it, kind: 'other', also: [it.also, also].filter(Boolean).join(' + ') }
}
const row = (method: string, path: string, access: string, acting: string, also = ''): InventoryRow => ({
  kind: 'other',
  method,
  path,
  access,
  acting,
  also,
})

const known: InventoryRow[] = [
  ...['POST', 'OPTIONS'].map((method) => entryPoint(method, uploadPath, uploadAccess, 'tus 1.0')),
  ...['HEAD', 'PATCH', 'DELETE'].map((method) => entryPoint(method, `${uploadPath}/{id}`, uploadAccess, 'tus 1.0')),
  row('GET', '/media/{id}/{variant}', 'anyone', 'any', 'signed address, bound to the viewer'),
  row('HEAD', '/media/{id}/{variant}', 'anyone', 'any', 'signed address, bound to the viewer'),
  entryPoint('GET', '/api/wallet/transactions.csv', wallet.transactions.access),
  entryPoint('GET', '/api/wallet/receipts/{id}', wallet.transactions.access),
  row('GET', '/api/wallet/sandbox/{id}', 'user', 'never', 'sandbox only'),
  row('POST', '/api/wallet/sandbox/{id}', 'user', 'never', 'sandbox only'),
  row('POST', '/api/wallet/stripe-webhook', 'anyone', 'any', 'signed by Stripe'),
  row('GET', '/api/notifications/unsubscribe/{token}', 'anyone', 'any', 'signed address'),
  row('POST', '/api/notifications/unsubscribe/{token}', 'anyone', 'any', 'signed address'),
  row('GET', '/ws', 'user', 'any', 'live socket, onboarded, our origins'),
  row('GET', '/api/openapi.json', 'anyone', 'any'),
  row('GET', '/api/docs', 'anyone', 'any'),
  row('GET', '/api/docs/page.js', 'anyone', 'any'),
  row('GET', '/api/docs/swagger-ui.css', 'anyone', 'any'),
  row('GET', '/api/docs/swagger-ui-bundle.js', 'anyone', 'any'),
  row('GET', '/dev/mail', 'anyone', 'any', 'development mailbox only'),
  row('GET', '/healthz', 'anyone', 'any', 'not through the edge'),
  row('GET', '/readyz', 'anyone', 'any', 'not through the edge'),
  row('GET', '/metrics', 'anyone', 'any', 'not through the edge'),
]

/** An environment in which everything that can be configured is; nothing is opened with it. */
const inspected = () => readEnv({ SECRET: 'only to look at the routes, never used' })

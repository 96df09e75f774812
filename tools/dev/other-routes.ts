import { identityHooks } from '../../api/app.ts'
import { startsNewSession } from '../../api/identity/acting-gate.ts'
import { closedPaths, createAuth } from '../../api/identity/auth.ts'
import { readEnv } from '../../api/platform/env.ts'
import type { Services } from '../../api/platform/services.ts'
import { rawRoutes } from '../../api/raw-routes.ts'
import type { Access } from '../../contract/endpoint.ts'
import { tusAccess, uploadPath } from '../../contract/uploads.ts'
import { wallet } from '../../contract/wallet.ts'
import { type InventoryRow, rowOf } from './inventory.ts'

/**
 * Every route of the API that is no endpoint of the contract: files, protocols of libraries, operations.
 * `tests/contract/inventory.test.ts` compares this list with the routes that are mounted.
 */
export function otherRoutes(): InventoryRow[] {
  const ctx = { env: inspectionEnv() } as Services
  const raw = rawRoutes(ctx).map((route) => withAccess(route.method, route.path, route.access))
  return [...raw, ...identityRoutes(ctx), ...known].sort(
    (a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method),
  )
}

/** The calls of better-auth that are open, from its own table. */
function identityRoutes(ctx: Services): InventoryRow[] {
  const endpoints = Object.values(createAuth(ctx, identityHooks(ctx)).api) as unknown as {
    path?: string
    options: { method: string | string[]; metadata?: { SERVER_ONLY?: boolean } }
  }[]
  return endpoints.flatMap(({ path, options }) => {
    if (path === undefined || options.metadata?.SERVER_ONLY || closedPaths.includes(path)) return []
    const written = `/api/auth${path.replaceAll(/:(\w+)/g, '{$1}')}`
    const acting = startsNewSession(path) || /^\/(?:sign-out|get-session)$/.test(path) ? 'any' : 'never'
    const who = signedInOnly.test(path) ? 'user' : 'anyone'
    return [options.method, path === '/verify-email' ? 'POST' : []]
      .flat()
      .map((method) => row(method, written, who, acting, checked.has(path) ? 'human check' : ''))
  })
}
const signedInOnly =
  /^\/(?:link-social|send-verification-email|two-factor\/(?:enable|disable|generate-backup-codes)|passkey\/(?:generate-register|verify-registration))/
const checked = new Set(['/sign-up/email', '/sign-in/email'])

const withAccess = (method: string, path: string, access: Access, also = ''): InventoryRow => {
  const endpoint = rowOf({ method, path, access })
  return { ...endpoint, kind: 'other', also: [endpoint.also, also].filter(Boolean).join(' + ') }
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
  ...['POST', 'OPTIONS'].map((method) => withAccess(method, uploadPath, tusAccess, 'tus 1.0')),
  ...['HEAD', 'PATCH', 'DELETE'].map((method) => withAccess(method, `${uploadPath}/{id}`, tusAccess, 'tus 1.0')),
  row('GET', '/media/{id}/{variant}', 'anyone', 'any', 'signed address, bound to the viewer'),
  row('HEAD', '/media/{id}/{variant}', 'anyone', 'any', 'signed address, bound to the viewer'),
  row('GET', '/media/cards/creator/{username}/{locale}', 'anyone', 'any', 'share card, as visitors see it'),
  row('GET', '/media/cards/post/{id}/{locale}', 'anyone', 'any', 'share card, as visitors see it'),
  withAccess('GET', '/api/wallet/transactions.csv', wallet.transactions.access),
  withAccess('GET', '/api/wallet/receipts/{id}', wallet.transactions.access),
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

/** An environment to list routes with; nothing is opened with it. */
const inspectionEnv = () => readEnv({ SECRET: 'only to look at the routes, never used' })

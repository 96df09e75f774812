import type { Env } from '../../../platform/env.ts'
import { checkoutMs, type Payments } from './payments.ts'

/** The provider of an installation that has none: a checkout page of our own, marked as a sandbox; no money moves. */
export const sandbox = (env: Env): Payments => ({
  name: 'sandbox',
  checkout: async ({ id }) => ({ url: `${env.PUBLIC_ORIGIN}/api/wallet/sandbox/${id}`, ref: null }),
  // A payment or a refusal is known at once; a page that was left alone closes after a day.
  ask: async ({ ageMs }) => (ageMs > checkoutMs ? { status: 'expired', onlyOpen: true } : null),
})

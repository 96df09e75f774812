import type { Env } from '../../../platform/env.ts'
import { checkoutMs, type Payments } from './payments.ts'

/** For an installation without a payment provider: the API's own checkout page, marked as a sandbox. No money moves. */
export const sandbox = (env: Env): Payments => ({
  name: 'sandbox',
  checkout: async ({ id }) => ({ url: `${env.PUBLIC_ORIGIN}/api/wallet/sandbox/${id}`, ref: null }),
  // A payment or a refusal is recorded at once; an abandoned checkout expires after a day.
  readStatus: async ({ ageMs }) => (ageMs > checkoutMs ? { status: 'expired', onlyOpen: true } : null),
})

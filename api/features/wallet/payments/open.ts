import type { Env } from '../../../platform/env.ts'
import type { Payments } from './payments.ts'
import { sandbox } from './sandbox.ts'
import { stripe } from './stripe.ts'

/** Where coins are bought: Stripe when its key is set, else the built-in sandbox; null in production without a provider. */
export function openPayments(env: Env): Payments | null {
  if (env.STRIPE_SECRET_KEY !== undefined) return stripe(env, env.STRIPE_SECRET_KEY)
  return env.production ? null : sandbox(env)
}

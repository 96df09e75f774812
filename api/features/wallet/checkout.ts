import { refuse } from '../../platform/http/refusal.ts'
import { log, loggable } from '../../platform/log.ts'
import type { Services } from '../../platform/services.ts'
import type { Payments } from './payments/payments.ts'
import { setProviderRef, topupForCheckout } from './topup-statements.ts'
import { returnPathOf } from './topups.ts'

/** The provider's page for a purchase of coins; `unavailable` when the provider does not answer. */
export async function checkoutOf(ctx: Services, payments: Payments, id: string, locale: 'en' | 'fr'): Promise<string> {
  const [row] = await ctx.db.run(topupForCheckout, { id })
  if (row === undefined) throw refuse('not_found')
  const checkout = {
    id,
    amountCents: row.amount_cents,
    ref: row.provider_ref,
    returnPath: returnPathOf(row),
    locale,
    email: row.email,
  }
  const { url, ref } = await payments.checkout(checkout).catch((error: unknown) => {
    log.error('payment provider', { topup: id, error: loggable(error) })
    ctx.metrics.providerErrors.inc({ provider: payments.name })
    throw refuse('unavailable')
  })
  if (ref !== row.provider_ref) await ctx.db.run(setProviderRef, { id, ref })
  return url
}

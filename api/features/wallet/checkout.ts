import type { Statement } from '../../platform/db/db.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import type { Payments } from './payments/payments.ts'
import { returnPathOf, type TopupRow } from './topups.ts'

/** The provider's page for a purchase of coins; `unavailable` when the provider does not answer. */
export async function checkoutOf(ctx: Services, payments: Payments, id: string, locale: 'en' | 'fr'): Promise<string> {
  const [row] = await ctx.db.run<TopupRow & { email: string }>(withEmail, [id])
  if (row === undefined) throw refuse('not_found')
  const asked = {
    id,
    amountCents: row.amount_cents,
    ref: row.provider_ref,
    returnPath: returnPathOf(row),
    locale,
    email: row.email,
  }
  const { url, ref } = await payments.checkout(asked).catch((error: unknown) => {
    console.error(`checkout of ${id} with ${payments.name}`, error)
    throw refuse('unavailable')
  })
  if (ref !== row.provider_ref) await ctx.db.run(naming, [id, ref])
  return url
}

const withEmail: Statement = {
  name: 'checkout_topup',
  text: `select t.*, u.email from topups t join users u on u.id = t.user_id where t.id = $1`,
}
const naming: Statement = { name: 'checkout_name', text: `update topups set provider_ref = $2 where id = $1` }

import type { ProviderUpdate } from '../topups.ts'

export type Payments = {
  name: 'sandbox' | 'stripe'
  /** The provider's page where the topup is paid; the same page for every call. */
  checkout(topup: Checkout): Promise<{ url: string; ref: string | null }>
  /** The topup's state at the provider; null while it is open there. */
  readStatus(topup: { id: string; ref: string | null; ageMs: number }): Promise<ProviderUpdate | null>
}

/** How long a checkout stays open, with either provider. */
export const checkoutMs = 24 * 3_600_000

export type Checkout = {
  id: string
  amountCents: number
  ref: string | null
  returnPath: string
  locale: 'en' | 'fr'
  email: string
}

import type { ProviderUpdate } from '../topups.ts'

export type Payments = {
  name: 'sandbox' | 'stripe'
  /** The address of the page where this purchase of coins is paid; asked again, it is the same one. */
  checkout(topup: Checkout): Promise<{ url: string; ref: string | null }>
  /** What became of this purchase of coins as the provider knows it; null while it is open there. */
  ask(topup: { id: string; ref: string | null; ageMs: number }): Promise<ProviderUpdate | null>
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

import { feePercent } from '../../../contract/limits.ts'

type Month = {
  fans: number
  /** Coins a month for a subscription. */
  price: number
  /** Coins a month that each fan pays beside it, in tips and for what is unlocked. */
  extra: number
}

/** Cents of one month: what fans pay, what the platform keeps of each payment, rounded as in the ledger, and what is earned. */
export function earningsOf({ fans, price, extra }: Month): { paid: number; fee: number; earned: number } {
  const each = [price, extra].map((coins) => Math.round(coins * 100))
  const paid = fans * each.reduce((sum, cents) => sum + cents, 0)
  const fee = fans * each.reduce((sum, cents) => sum + Math.round((cents * feePercent) / 100), 0)
  return { paid, fee, earned: paid - fee }
}

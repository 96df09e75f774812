import { useRouter } from '@tanstack/react-router'
import { coinsOf } from '../../../contract/coins.ts'
import { topupCents } from '../../../contract/prices.ts'
import { moneyText } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import type { useBeginTopup } from '../../queries/wallet.ts'
import { Button } from '../../ui/button.tsx'
import { holdKey } from './unanswered.ts'
import { type Payment, usePayment } from './use-payment.ts'

/** What is paid for missing coins: exactly that, within the limits of one payment. */
export const payable = (missing: number): number =>
  Math.min(coinsOf(topupCents.max), Math.max(coinsOf(topupCents.min), missing))

type PayMissingProps = {
  missing: number
  /** The purchase that completes itself afterwards. */
  payment: Payment
  disabledReason: string | null
  /** The last payment that was begun for it, when it failed. */
  failed: string | null
  begin: ReturnType<typeof useBeginTopup>
}

/** Leaves for the provider's page, which comes back to this one. A second press leads to the same payment. */
export function PayMissing({ missing, payment, disabledReason, failed, begin }: PayMissingProps) {
  const here = useRouter().latestLocation.href
  const amount = payable(missing)
  // Another purchase of the same thing, and a try after a payment that failed, begin another one.
  const question = `topup ${amount} ${payment.key} ${failed ?? ''}`
  const topup = usePayment(question)
  const pay = () => {
    holdKey(payment.question, payment.key)
    holdKey(question, topup.key)
    begin.mutate({ amount, returnPath: here, key: topup.key })
  }
  return (
    <Button variant="brass" onClick={pay} busy={begin.isPending} disabledReason={disabledReason}>
      {begin.isPending ? m.wallet_topup_leaving() : m.purchase_pay_missing({ money: moneyText(amount) })}
    </Button>
  )
}

import { usePurchase } from '../../stores/purchase.ts'
import { attempt, keyOf } from './unanswered.ts'
import { useKey } from './use-key.ts'

export type Payment = ReturnType<typeof usePayment>

/**
 * One payment: the idempotency key of its question, which stays the same over reloads, tabs and the way to the payment
 * provider until there is an answer, and what goes with `mutate` to know that.
 */
export function usePayment(question: string) {
  const left = usePurchase((it) => it.payment)
  const fresh = useKey(question)
  const held = keyOf(question, '')
  const key = left?.question === question ? left.key : held || fresh
  return { question, key, isUnanswered: held !== '', attempt: (done: () => void) => attempt(question, key, done) }
}

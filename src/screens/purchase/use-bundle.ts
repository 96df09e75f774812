import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SeenBundle } from '../../../contract/bundles.ts'
import { bundlesQuery } from '../../queries/bundles.ts'
import type { Purchase } from '../../stores/purchase.ts'
import { isAnswer } from './unanswered.ts'

/**
 * What a fan chooses between in the sheet: a month, and what the creator sells together. Terms that were agreed to before
 * the way to the payment provider stay until a refusal, because the purchase completes itself at them.
 */
export function useBundle(purchase: Extract<Purchase, { kind: 'subscribe' }>, error: Error | null) {
  const { creator, offer, free, from, months } = purchase
  const isChoice = months !== undefined || (purchase.price > 0 && !(offer || free || from))
  const { data, error: failure } = useQuery({ ...bundlesQuery(creator.id), enabled: isChoice })
  const [agreed, setAgreed] = useState<SeenBundle | null>(purchase.bundle ?? null)
  const [picked, setPicked] = useState<number | null>(null)
  if (agreed && error && isAnswer(error)) setAgreed(null)
  const all: SeenBundle[] = isChoice && data ? data.data.map((it) => ({ ...it, ...termsOf(data) })) : []
  // No number of months stands for the shortest.
  const choice = picked ?? (months === 0 ? all[0]?.months : months) ?? 1
  const bundle = agreed?.months === choice ? agreed : (all.find((it) => it.months === choice) ?? null)
  return {
    all,
    choice,
    bundle,
    pick: setPicked,
    /** Whether a month by itself is a choice too: not where one runs. */
    hasMonth: months === undefined || data?.from === null,
    /** Why it is not known what is sold together. */
    failure: data ? null : failure,
    /** What was wanted is not sold any more, or not to this fan. */
    isGone: bundle === null && data !== undefined && (choice !== 1 || (months !== undefined && data.from !== null)),
    /** The price of the fan's own month, where it is lower than that of all that is sold together. */
    ownPrice: data?.data.length === 0 && data.from !== null ? data.renewal_price : null,
  }
}

const termsOf = ({ from, renewal_price }: Pick<SeenBundle, 'from' | 'renewal_price'>) => ({ from, renewal_price })

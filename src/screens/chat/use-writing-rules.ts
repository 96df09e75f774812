import { useQuery } from '@tanstack/react-query'
import { restrictedWordIn } from '../../../contract/policy/restricted-words.ts'
import { rulesWhileActingQuery, writingRulesQuery } from '../../queries/writing-rules.ts'
import { useOnBehalf } from '../frame/on-behalf.ts'
import { useViewer } from '../frame/viewer-context.ts'

/**
 * What the agency of an operator who acts, or answers at the desk, asks of a message: the word in it that they may not write, and the price above
 * which they say yes twice, in coins, where this one is above it (product §82). Null where nothing is asked.
 */
export function useWritingRules(content: string, price: number | null) {
  const isActing = useViewer()?.acting_as != null
  const atDesk = useOnBehalf()
  const { data: whileActing } = useQuery({ ...rulesWhileActingQuery, enabled: isActing })
  const { data: ofAgency } = useQuery({ ...writingRulesQuery(atDesk?.agencyId ?? ''), enabled: atDesk !== null })
  const rules = atDesk === null ? whileActing : ofAgency
  const limit = rules?.asks_above ?? null
  return {
    word: restrictedWordIn(content, rules?.restricted_words ?? []),
    asksAbove: limit !== null && price !== null && price > limit ? limit : null,
  }
}

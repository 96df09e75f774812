import {
  type PaidMessageSort,
  type PaidMessageState,
  paidMessageSorts,
  paidMessageStates,
} from '../../contract/paid-message-sorts.ts'
import { type FiguresSearch, knownSpan, spanOf } from './figures-span.ts'
import { present, readSearch } from './read-search.ts'

/** Which paid messages are shown, of which days and in which order, as the address has it. */
export type PaidMessagesSearch = FiguresSearch & {
  sort?: PaidMessageSort | undefined
  state?: PaidMessageState | undefined
}

/** What of an address is understood; without days it is the last 30. */
export function paidMessagesSearch(raw: Record<string, unknown>): PaidMessagesSearch {
  const { matching, whole, oneOf } = readSearch(raw)
  const day = (name: string) => matching(name, /^20\d\d-\d\d-\d\d$/)
  return present({
    ...knownSpan({ days: whole('days', 3), from: day('from'), to: day('to') }),
    sort: oneOf('sort', ...paidMessageSorts.filter((it) => it !== 'newest')),
    state: oneOf('state', ...paidMessageStates),
  })
}

export type PaidMessagesFilter = ReturnType<typeof paidMessagesFilter>

/** What the API is asked for. */
export const paidMessagesFilter = ({ sort, state, ...days }: PaidMessagesSearch, now: number) => ({
  ...spanOf(days, now),
  ...(sort && { sort }),
  ...(state && { state }),
})

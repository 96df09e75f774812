import { creatorCategories, creatorLanguages } from '../../../contract/categories.ts'
import type { SearchState } from '../../lib/search-types.ts'
import type { CreatorSearch } from '../../queries/search.ts'

/** The most that a subscription may cost, in coins, as one chooses it; 0 is free. */
export const priceSteps = [0, 5, 10, 20] as const

/** The filter of an address without what no creator can be found by. */
export function knownFilter({ tag, category, language, price, online, trial, sort }: SearchState): CreatorSearch {
  const name = tag?.toLowerCase().replace(/^#/, '') ?? ''
  return {
    tag: /^(?=.*\p{L})[\p{L}\p{N}_]{1,30}$/u.test(name) ? name : undefined,
    category: creatorCategories.find((it) => it === category),
    language: creatorLanguages.find((it) => it === language),
    max_price: priceSteps.find((it) => String(it) === price),
    online: online === 'yes' ? online : undefined,
    trial: trial === 'yes' ? trial : undefined,
    sort: sort === 'trending' ? sort : undefined,
  }
}

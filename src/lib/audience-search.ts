import { audienceSorts } from '../../contract/audience-sorts.ts'
import { fanRelations } from '../../contract/policy/fan-relation.ts'
import { present, readSearch } from './read-search.ts'

/** Which fans are shown, in which order, and which list was chosen, as the address has it. */
export type AudienceSearch = ReturnType<typeof audienceSearch>

/** Several values of one name stand in an address with a dot between them; what is no part of it is left out. */
export function audienceSearch(raw: Record<string, unknown>) {
  const { text, matching, whole, oneOf } = readSearch(raw)
  const days = (name: string) => whole(name, 6)
  const ids = (name: string) => matching(name, /^[0-9a-f.-]{36,}$/, 800)
  const relations = fanRelations.filter((it) => text('relation', 800)?.split('.').includes(it)).join('.')
  const found = {
    q: text('q'),
    relation: relations || undefined,
    since_days: days('since_days'),
    since_over_days: days('since_over_days'),
    renewal: oneOf('renewal', 'on', 'off'),
    renewal_days: days('renewal_days'),
    min_spent: days('min_spent'),
    max_spent: days('max_spent'),
    paid_days: days('paid_days'),
    unpaid_days: days('unpaid_days'),
    list: ids('list'),
    not_list: ids('not_list'),
    language: oneOf('language', 'en', 'fr'),
    link: ids('link'),
    unbought: ids('unbought'),
    sort: oneOf('sort', ...audienceSorts.filter((it) => it !== 'newest')),
    /** The smart list whose filter this was before it was changed. */
    smart: ids('smart'),
  }
  return present(found)
}

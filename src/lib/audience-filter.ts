import type { AudienceFilter } from '../../contract/audience-filter.ts'
import type { FanRelation } from '../../contract/policy/fan-relation.ts'
import { type AudienceSearch, audienceSearch } from './audience-search.ts'

/** The filter of an address, as the API takes it. */
export function toFilter({
  sort: _sort,
  smart: _smart,
  relation,
  list,
  not_list,
  link,
  unbought,
  ...rest
}: AudienceSearch): AudienceFilter {
  return {
    ...rest,
    ...(relation && { relation: relation.split('.') as FanRelation[] }),
    ...(list && { list: list.split('.') }),
    ...(not_list && { not_list: not_list.split('.') }),
    ...(link && { link: link.split('.') }),
    ...(unbought && { unbought: unbought.split('.') }),
  }
}

/** A filter as an address has it. */
export function fromFilter({ relation, list, not_list, link, unbought, ...rest }: AudienceFilter): AudienceSearch {
  const several = (values: readonly string[] | undefined) => values?.join('.') || undefined
  return audienceSearch({
    ...rest,
    relation: several(relation),
    list: several(list),
    not_list: several(not_list),
    link: several(link),
    unbought: several(unbought),
  })
}

import type { AudienceChoice } from '../../../contract/audience-filter.ts'
import { type ExpressionsOf, orNull, uuids } from '../../platform/db/statement.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { filterOf, filterParameters, filterValues, isThere, matchesFilter } from './predicate.ts'

/** The parameters that choose fans: by their ids, or by the filter without exceptions. */
export const choiceParameters = { ...filterParameters, ids: orNull(uuids), except: uuids }
export type ChoiceExpressions = ExpressionsOf<typeof choiceParameters>

/** Whether fan `a` of the creator is chosen. */
export const isChosen = (a: string, p: ChoiceExpressions): string =>
  `case when ${p.ids} is not null then ${isThere(a, p)} and ${a}.fan_id = any(${p.ids})
      else ${matchesFilter(a, p)} and ${a}.fan_id <> all(${p.except}) end`

/** The choice as parameters of `isChosen`. Throws `permission_denied` for an operator who may not know what it asks. */
export const choiceOf = (viewer: Viewer, choice: AudienceChoice, now: number) => ({
  ...filterOf(viewer, choice.filter ?? {}, now),
  ...namesOf(choice),
})

/** The same without a caller, for what was allowed when it was stored. */
export const choiceValues = (creator: string, choice: AudienceChoice, now: number) => ({
  ...filterValues(creator, choice.filter ?? {}, now),
  ...namesOf(choice),
})

const namesOf = ({ ids, except }: AudienceChoice) => ({ ids: ids ?? null, except: except ?? [] })

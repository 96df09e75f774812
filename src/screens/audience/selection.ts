import type { AudienceChoice, AudienceFilter } from '../../../contract/audience-filter.ts'

/** Fans by their ids, or everyone whom the filter matches but for some. */
export type Selection = { all: boolean; ids: ReadonlySet<string> }

export const noFans: Selection = { all: false, ids: new Set() }
export const everybody: Selection = { all: true, ids: new Set() }

export const isChosen = ({ all, ids }: Selection, id: string): boolean => ids.has(id) !== all

export function toggled({ all, ids }: Selection, id: string): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { all, ids: next }
}

export const countOf = ({ all, ids }: Selection, matching: number): number =>
  all ? Math.max(0, matching - ids.size) : ids.size

/** As the API takes it; the exceptions of everyone, or the chosen ones. */
export const choiceOf = ({ all, ids }: Selection, filter: AudienceFilter): AudienceChoice =>
  all ? { filter, except: [...ids] } : { ids: [...ids] }

import { mediaPerBucket, mediaPerChoice } from '../../../contract/limits.ts'
import type { VaultChoice } from '../../../contract/vault.ts'
import type { GridFilter } from '../../lib/vault-search.ts'

/** A media in the grid: its id, and its number from the newest one on. */
type Spot = { id: string; number: number }

/**
 * What is selected: media one by one, and everything in a stretch of the grid except for some. The stretch is known by
 * its two ends, so that it may hold media that were never fetched.
 */
export type Selection = {
  ids: ReadonlySet<string>
  stretch: { from: number; to: number; between: [string, string] | null } | null
  except: ReadonlySet<string>
  /** The last media that was selected by itself, from which a range begins. */
  anchor: Spot | null
}

export const nothing: Selection = { ids: new Set(), stretch: null, except: new Set(), anchor: null }

export const everything = (count: number): Selection => ({
  ...nothing,
  stretch: { from: 0, to: count - 1, between: null },
})

const isInStretch = ({ stretch }: Selection, number: number) =>
  stretch !== null && number >= stretch.from && number <= stretch.to

export const isSelected = (selection: Selection, { id, number }: Spot): boolean =>
  selection.ids.has(id) || (isInStretch(selection, number) && !selection.except.has(id))

export const countOf = ({ ids, stretch, except }: Selection): number =>
  ids.size + (stretch === null ? 0 : stretch.to - stretch.from + 1 - except.size)

export function toggle(selection: Selection, spot: Spot): Selection {
  const set = isInStretch(selection, spot.number) && !selection.ids.has(spot.id) ? 'except' : 'ids'
  return { ...selection, [set]: toggled(selection[set], spot.id), anchor: spot }
}

function toggled(set: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}

/**
 * Selects everything from the anchor to `spot`, in either direction. Where all of it has been fetched (`idAt`) the media
 * are added one by one; a longer range becomes the stretch, in place of an earlier one.
 */
export function selectRange(selection: Selection, spot: Spot, idAt: (number: number) => string | undefined): Selection {
  const { anchor } = selection
  if (anchor === null) return toggle(selection, spot)
  const [from, to] = [Math.min(anchor.number, spot.number), Math.max(anchor.number, spot.number)]
  const ids = Array.from({ length: Math.min(to - from + 1, mediaPerBucket + 1) }, (_, at) => idAt(from + at))
  if (ids.length > mediaPerBucket || ids.includes(undefined)) {
    return { ...nothing, stretch: { from, to, between: [anchor.id, spot.id] }, anchor: spot }
  }
  const within = new Set(ids.filter((id) => id !== undefined))
  const except = new Set([...selection.except].filter((id) => !within.has(id)))
  const outside = [...within].filter((_id, at) => !isInStretch(selection, from + at))
  return { ...selection, except, ids: new Set([...selection.ids, ...outside]), anchor: spot }
}

/** The selection as the API takes it; null when too many media are named one by one. */
export function choiceOf({ ids, stretch, except }: Selection, filter: GridFilter): VaultChoice | null {
  if (ids.size > mediaPerChoice || except.size > mediaPerChoice) return null
  const named = ids.size > 0 ? { ids: [...ids] } : {}
  if (stretch === null) return { ids: [...ids] }
  return {
    ...named,
    filter: filter as VaultChoice['filter'],
    ...(stretch.between && { between: stretch.between }),
    ...(except.size > 0 && { except: [...except] }),
  }
}

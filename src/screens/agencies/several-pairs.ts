import type { Grant, GrantPair } from '../../../contract/agency-shapes.ts'
import { flags } from '../../../contract/endpoint.ts'
import { grantsAtOnce } from '../../../contract/limits.ts'
import type { Permissions } from '../../../contract/profile.ts'
import { dayOf } from '../../lib/dates.ts'
import { noFlags } from '../../lib/flag-labels.ts'
import { type ShiftDraft, toDraft } from './shift-draft.ts'

/** What of a list of rights is chosen to be set together: members of one creator, or creators of one member. */

const isSame = (a: GrantPair, b: GrantPair) => a.creator.id === b.creator.id && a.member.id === b.member.id
export const isChosen = (pair: GrantPair, chosen: readonly GrantPair[]): boolean =>
  chosen.some((it) => isSame(it, pair))

/** Whether a pair may be chosen with those that are, or be left out again. */
export const fits = (pair: GrantPair, chosen: readonly GrantPair[]): boolean =>
  isChosen(pair, chosen) ||
  (chosen.length < grantsAtOnce &&
    (chosen.every((it) => it.creator.id === pair.creator.id) || chosen.every((it) => it.member.id === pair.member.id)))

export const toggled = (pair: GrantPair, chosen: readonly GrantPair[]): readonly GrantPair[] =>
  isChosen(pair, chosen) ? chosen.filter((it) => !isSame(it, pair)) : [...chosen, pair]

/** All of these pairs, as many as are set at once; null where they are of several creators and of several members. */
export function allOf(pairs: readonly GrantPair[]): readonly GrantPair[] | null {
  const first = pairs.slice(0, grantsAtOnce)
  return first.every((pair) => fits(pair, first)) && first.length > 0 ? first : null
}

/** What every creator of these pairs allows. */
export const sharedCeiling = (pairs: readonly GrantPair[]): Permissions =>
  Object.fromEntries(flags.map((flag) => [flag, pairs.every((it) => it.creator.ceiling[flag])])) as Permissions

/** What every member of these pairs may do already; one without rights counts as what rights begin with. */
const sharedRights = (pairs: readonly GrantPair[]): Permissions =>
  Object.fromEntries(
    flags.map((flag) => [
      flag,
      pairs.every(({ grant, creator }) => (grant?.permissions ?? noFlags)[flag] && creator.ceiling[flag]),
    ]),
  ) as Permissions

/** What is to be set for several: an empty `until` is no end, and `keep` leaves to each its own shift. */
export type SeveralWishes = {
  keepsRights: boolean
  permissions: Permissions
  until: string
  shift: ShiftDraft | 'keep'
}

/** What the sheet begins with: what all have in common, and where their rights differ, nothing but the shift is set. */
export function firstWishes(pairs: readonly GrantPair[]): SeveralWishes {
  const grants = pairs.flatMap((it) => (it.grant === null ? [] : [it.grant]))
  const isShared = (of: (grant: Grant) => unknown) =>
    new Set(grants.map((it) => JSON.stringify(of(it)))).size === 1 && grants.length === pairs.length
  const [first] = grants
  return {
    keepsRights:
      grants.length === pairs.length && !isShared((it) => [flags.map((flag) => it.permissions[flag]), it.until]),
    permissions: sharedRights(pairs),
    until: first?.until && isShared((it) => it.until) ? dayOf(first.until) : '',
    shift:
      first?.shift && isShared((it) => it.shift && [it.shift.zone, it.shift.windows]) ? toDraft(first.shift) : 'keep',
  }
}

import { type Flag, flags } from '../../contract/endpoint.ts'
import type { Permissions } from '../../contract/profile.ts'

/** Rights by their names; all others are refused, analytics too. */
export const rights = (...names: Flag[]): Permissions =>
  Object.fromEntries(flags.map((flag) => [flag, names.includes(flag)])) as Permissions
export const allRights = rights(...flags)

import type { Flag } from '../../../contract/endpoint.ts'
import type { Permissions } from '../../../contract/profile.ts'
import { m } from '../../paraglide/messages.js'
import { useOnBehalf } from './on-behalf.ts'
import { useViewer } from './viewer-context.ts'

/** The rights of an operator, who acts or answers at the desk; undefined for everyone in person. */
export function useRights(): Permissions | undefined {
  const acting = useViewer()?.acting_as?.permissions
  return useOnBehalf()?.permissions ?? acting
}

/** Why a button is closed to an operator without this right (`owner`: to every operator), else null. */
export function useClosed(flag: Flag | 'owner'): string | null {
  const flags = useRights()
  if (!flags || (flag !== 'owner' && flags[flag] === true)) return null
  return m.refusal_permission_denied()
}

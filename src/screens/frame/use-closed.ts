import type { Flag } from '../../../contract/endpoint.ts'
import { m } from '../../paraglide/messages.js'
import { useViewer } from './viewer-context.ts'

/** Why a button is closed to an operator without this right (`owner`: to every operator), else null. */
export function useClosed(flag: Flag | 'owner'): string | null {
  const flags = useViewer()?.acting_as?.permissions
  if (!flags || (flag !== 'owner' && flags[flag] === true)) return null
  return m.refusal_permission_denied()
}

import type { Flag } from '../../../contract/endpoint.ts'
import { ClosedState } from '../../ui/closed-state.tsx'
import { useViewer } from './viewer-context.ts'

/** A screen that knows beforehand which right it lacks, so that nothing is asked in vain. */
export function ClosedByFlag({ flag }: { flag: Flag | 'owner' }) {
  return <ClosedState flag={flag} name={`@${useViewer()?.acting_as?.target_user.username ?? ''}`} />
}

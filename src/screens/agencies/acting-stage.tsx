import { closedFlags } from '../../lib/flag-labels.ts'
import { useStopActing } from '../../queries/acting.ts'
import { ActingBar } from '../frame/acting-bar.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { EndsSoon } from './ends-soon.tsx'

/** The bar on every page while an operator acts for a creator, from the session's profile. */
export function ActingStage() {
  const acting = useViewer()?.acting_as
  const stop = useStopActing()
  if (!acting) return null
  return (
    <ActingBar
      username={acting.target_user.username ?? ''}
      closed={closedFlags(acting.permissions)}
      ends={<EndsSoon at={acting.ends_at} />}
      onStop={() => stop.mutate()}
    />
  )
}

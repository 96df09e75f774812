import { useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { actingWorld } from '../../queries/acting.ts'
import { useConnection } from '../../stores/connection.ts'
import { useImpersonation } from '../../stores/impersonation.ts'
import { toast } from '../../stores/toasts.ts'

/** Starting and stopping to act for somebody; what goes wrong is told, and the page stays what it was. */
export function useActing() {
  const [busy, setBusy] = useState<string | null>(null)
  const run = (what: string, work: () => Promise<void>, fallback: string) => {
    if (busy !== null) return
    setBusy(what)
    // On success the browser leaves this page, so the button stays busy until it has.
    work().catch((error: unknown) => {
      setBusy(null)
      useConnection.setState({ isHeld: false })
      toast((error instanceof Error && error.message) || fallback, { type: 'error' })
    })
  }
  return {
    busy,
    /** Acts under the grant of the agency in which it is asked for. */
    start: (targetId: string, agencyId: string, returnPath?: string) =>
      run(
        targetId,
        () => useImpersonation.getState().startImpersonation(actingWorld, targetId, returnPath, agencyId),
        m.acting_start_failed(),
      ),
    stop: () => run('stop', () => useImpersonation.getState().stopImpersonation(actingWorld), m.acting_stop_failed()),
  }
}

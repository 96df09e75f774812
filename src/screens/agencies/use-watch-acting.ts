import { useEffect } from 'react'
import { impersonationRecheckMs, revokedReloadMs } from '../../../contract/limits.ts'
import { accessEnded } from '../../lib/events.ts'
import { actingWorld } from '../../queries/acting.ts'
import { useConnection } from '../../stores/connection.ts'
import { permissionDenied, stateKey, useImpersonation } from '../../stores/impersonation.ts'
import { useViewer } from '../frame/viewer-context.ts'

/**
 * Keeps what this tab shows of acting in step with the server and with the other tabs (spec §4). Whenever the tab shows
 * somebody whom the browser no longer is, the page is loaded anew.
 */
export function useWatchActing(): void {
  const viewer = useViewer()
  const shown = viewer?.acting_as?.target_user.id ?? null

  useEffect(() => {
    const store = useImpersonation.getState()
    store.restore(actingWorld)
    if (storedTarget() !== shown) void store.loadFromSession(actingWorld)
  }, [shown])

  // A page that is only looked at asks nothing by itself, and without can_chat it hears nothing either.
  useEffect(() => {
    if (shown === null) return
    const recheck = () => useImpersonation.getState().recheck(actingWorld)
    const timer = setInterval(recheck, impersonationRecheckMs / 5)
    return () => clearInterval(timer)
  }, [shown])

  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key !== stateKey && event.key !== null) return
      useImpersonation.getState().follow(event)
      if (storedTarget() !== shown) location.reload()
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [shown])

  useEffect(() => {
    let isOver = false
    const end = (event: Event) => {
      const reason: unknown = event instanceof CustomEvent ? event.detail : null
      // Signing out is told by the session itself.
      if (reason === 'signed_out' || reason === 'session_ended') return
      const store = useImpersonation.getState()
      if (isOver) return event.preventDefault()
      // This tab itself is starting or stopping, and goes on when the answer has come: leaving now would lose its cookie.
      if (useConnection.getState().isHeld) return event.preventDefault()
      if (reason === 'identity_changed') {
        // Another tab has started or stopped; the cookie is of somebody else now. Or the bar's form was sent before this
        // code had come: the page that answers it gets its second.
        isOver = true
        event.preventDefault()
        return void setTimeout(() => location.reload(), revokedReloadMs)
      }
      if (!store.isImpersonating) return
      isOver = true
      event.preventDefault()
      store.handlePermissionRevoked(actingWorld, permissionDenied)
    }
    addEventListener(accessEnded, end)
    return () => removeEventListener(accessEnded, end)
  }, [])
}

const storedTarget = (): string | null => {
  const { isImpersonating, impersonationData } = useImpersonation.getState()
  return isImpersonating ? (impersonationData?.target_user_id ?? null) : null
}

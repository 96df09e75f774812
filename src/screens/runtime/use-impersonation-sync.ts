import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { impersonationRecheckMs } from '../../../contract/limits.ts'
import { impersonationStateKey } from '../../lib/storage-keys.ts'
import { loadActing } from '../../queries/acting.ts'
import { knownSession, profileQuery } from '../../queries/session.ts'
import { restoreAccessEnded, watchTyping } from '../../stores/access-ended.ts'
import { suspendConnection } from '../../stores/connection.ts'
import { isRecheckDue, restoreImpersonation, useImpersonation } from '../../stores/impersonation.ts'
import { useViewer } from '../frame/viewer-context.ts'

/** Keeps the impersonation store in step with the server, the page and the other tabs (spec §4). */
export function useImpersonationSync(): void {
  const queryClient = useQueryClient()
  const target = useViewer()?.acting_as?.target_user.id ?? null

  useEffect(() => {
    restoreImpersonation()
    const stored = useImpersonation.getState().impersonationData?.target_user_id ?? null
    if (stored !== target || isRecheckDue()) void loadActing(queryClient)
  }, [target, queryClient])

  // A page that is only looked at makes no call that could be refused, and without can_chat it has no socket either.
  useEffect(() => {
    if (target === null) return
    const timer = setInterval(() => isRecheckDue() && void loadActing(queryClient), impersonationRecheckMs / 5)
    return () => clearInterval(timer)
  }, [target, queryClient])

  // What an operator has typed is kept for them when their access ends.
  useEffect(() => {
    if (target !== null) return watchTyping()
    restoreAccessEnded()
  }, [target])

  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      // Without a key, everything was cleared.
      if (key === impersonationStateKey || key === null) void otherTabChanged(queryClient)
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [queryClient])
}

/**
 * Another tab has started or stopped to act, and with it the cookie of this one has changed. When the server confirms
 * it, the page reloads, because everything on it was fetched as the old identity.
 */
async function otherTabChanged(queryClient: QueryClient): Promise<void> {
  restoreImpersonation()
  const before = actingFor(queryClient)
  await queryClient.fetchQuery({ ...profileQuery, staleTime: 0 }).catch(() => null)
  if (actingFor(queryClient) === before) return
  suspendConnection()
  location.reload()
}

function actingFor(queryClient: QueryClient): string | null {
  const session = knownSession(queryClient)
  return session.state === 'in' ? (session.profile.acting_as?.target_user.id ?? null) : null
}

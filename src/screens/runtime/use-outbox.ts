import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useConnection } from '../../stores/connection.ts'
import { useOffline } from '../../stores/offline.ts'
import { openOutbox, useOutbox } from '../../stores/outbox.ts'
import { useViewer } from '../frame/viewer-context.ts'

/**
 * Sends what waits: of an earlier visit, and whenever connection or socket is back. An operator's messages are not
 * stored, so that nothing of the creator stays behind.
 */
export function useOutboxSender(): void {
  const queryClient = useQueryClient()
  const viewer = useViewer()
  const owner = viewer !== null && viewer.acting_as === null ? viewer.id : null
  const isOnline = useOffline((it) => it.since === null)
  const isLive = useConnection((it) => it.status === 'open')
  useEffect(() => (owner === null ? undefined : openOutbox(owner)), [owner])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another viewer or a socket that has opened begins it too.
  useEffect(() => {
    if (!isOnline || useOutbox.getState().messages.length === 0) return
    void import('../../queries/outgoing.ts').then((it) => it.sendUnreached(queryClient))
  }, [owner, isOnline, isLive, queryClient])
}

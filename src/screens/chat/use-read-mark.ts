import { useEffect, useRef } from 'react'
import type { Message, OpenConversation } from '../../../contract/chat.ts'
import { useChangeConversations } from '../../queries/inbox.ts'

/**
 * Clears the count of a conversation that was marked as unread, once when it is opened: its messages were read before, so
 * that no receipt does. Marking it while it is open leaves the mark.
 */
export function useReadMark({ id, other_user_id, unread_count }: OpenConversation, messages: readonly Message[]): void {
  const { mutate } = useChangeConversations()
  const isLookedAt = useRef(false)
  const isLoaded = messages.length > 0
  const latest = messages.find((it) => it.sender.id === other_user_id && !it.deleted)
  const isMarked = unread_count > 0 && (latest === undefined || latest.read_at !== null)
  useEffect(() => {
    if (isLookedAt.current || !isLoaded) return
    isLookedAt.current = true
    if (isMarked && id !== null) mutate({ act: 'read', ids: [id] })
  }, [isLoaded, isMarked, id, mutate])
}

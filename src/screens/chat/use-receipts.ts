import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Message } from '../../../contract/chat.ts'
import { markedRead } from '../../queries/chat-cache.ts'

/**
 * Sends a receipt for the other user's latest message while the conversation is visible, and again when
 * the socket opens or the tab comes back, because a receipt without a socket is lost.
 */
export function useReceipts(userId: string, messages: readonly Message[]): void {
  const queryClient = useQueryClient()
  const latest = messages.find((it) => it.sender.id === userId && !it.deleted)
  const unread = latest !== undefined && latest.read_at === null ? latest : undefined
  const [id, seq, sessionId] = [unread?.id, unread?.seq, unread?.session_id]

  useEffect(() => {
    document.documentElement.dataset.conversation = userId
    return () => {
      delete document.documentElement.dataset.conversation
    }
  }, [userId])

  useEffect(() => {
    if (id === undefined || seq === undefined || sessionId === undefined) return
    let stop = () => {}
    let isOver = false
    void import('../../live/live.ts').then(({ send, whenOpen }) => {
      const sendReceipt = () => {
        if (isOver || document.visibilityState !== 'visible') return
        send({ type: 'read_receipt', message_id: id })
        markedRead(queryClient, sessionId, seq)
      }
      sendReceipt()
      const unhear = whenOpen(sendReceipt)
      document.addEventListener('visibilitychange', sendReceipt)
      stop = () => {
        unhear()
        document.removeEventListener('visibilitychange', sendReceipt)
      }
      if (isOver) stop()
    })
    return () => {
      isOver = true
      stop()
    }
  }, [id, seq, sessionId, queryClient])
}

import type { QueryClient } from '@tanstack/react-query'
import { errorMessage, RefusalError, unwrap } from '../lib/refusal.ts'
import { sendMessage } from '../server/chat.functions.ts'
import { isOffline } from '../stores/offline.ts'
import { dequeue, type Outgoing, setFailure, waitAgain, waitingOf } from '../stores/outbox.ts'
import { messageArrived } from './chat-cache.ts'
import { chatKeys } from './chat-keys.ts'
import { nextReplyQuery } from './chat-tools.ts'
import { failed } from './failures.ts'
import { knownSession } from './session.ts'

/**
 * Sends the viewer's waiting messages, those to one person one after the other and by one tab of the browser only. What
 * is refused stays with its reason; what finds no connection goes on waiting.
 */
export function sendWaiting(queryClient: QueryClient): void {
  const session = knownSession(queryClient)
  if (session.state !== 'in') return
  const from = session.profile.id
  for (const to of new Set(waitingOf(from).map((it) => it.receiverId))) void sendTo(queryClient, from, to)
}

/** With a connection that is back: also what failed because there was none. */
export function sendUnreached(queryClient: QueryClient): void {
  const session = knownSession(queryClient)
  if (session.state !== 'in') return
  waitAgain(session.profile.id)
  sendWaiting(queryClient)
}

const sendTo = (queryClient: QueryClient, from: string, to: string): Promise<void> =>
  alone(`outbox ${from} ${to}`, async () => {
    for (;;) {
      const next = waitingOf(from).find((it) => it.receiverId === to)
      if (next === undefined || !(await sendOne(queryClient, next))) return
    }
  })

/** Whether the next one may follow: false while there is no connection. */
async function sendOne(queryClient: QueryClient, message: Outgoing): Promise<boolean> {
  try {
    messageArrived(queryClient, await unwrap(sendMessage({ data: callOf(message) })))
    dequeue(message)
    // The reply that follows it in its folder is offered next.
    if (message.savedReplyId)
      void queryClient.invalidateQueries({ queryKey: nextReplyQuery(message.receiverId).queryKey })
  } catch (error) {
    const code = error instanceof RefusalError ? error.code : null
    if (code === 'unavailable' && isOffline()) return false
    // Meant for another account than the session's, it waits for its own.
    const isOthers = code === 'identity_changed'
    setFailure(message, errorMessage(error), { unreached: code === 'unavailable' || isOthers })
    chatMayHaveClosed(queryClient, error, message.receiverId)
    failed(queryClient, error instanceof Error ? error : new Error(String(error)), { toast: false })
    if (isOthers) return false
  }
  return true
}

const callOf = ({ receiverId, clientId, content, replyTo, media, previewIds, price, ...more }: Outgoing) => ({
  receiver_id: receiverId,
  client_id: clientId,
  content,
  reply_to: replyTo?.id ?? null,
  media_ids: media.map((it) => it.id),
  preview_ids: [...previewIds],
  price,
  price_confirmed: more.priceConfirmed === true,
  saved_reply_id: more.savedReplyId ?? null,
})

/** The chat has closed since the page was loaded: the screen offers how to open it (product §28). */
function chatMayHaveClosed(queryClient: QueryClient, error: unknown, to: string): void {
  if (!(error instanceof RefusalError) || (error.code !== 'chat_closed' && error.code !== 'media_not_taken')) return
  void queryClient.invalidateQueries({ queryKey: ['users'] })
  void queryClient.invalidateQueries({ queryKey: chatKeys.conversation(to) })
}

/** Runs one piece of work of this name at a time in all tabs; without the browser's locks, in this one. */
function alone(name: string, work: () => Promise<void>): Promise<void> {
  if (navigator.locks) return navigator.locks.request(name, work)
  const after = (running.get(name) ?? Promise.resolve()).then(work)
  running.set(name, after)
  return after
}

const running = new Map<string, Promise<void>>()

import { create } from 'zustand'
import type { PrivateMedia } from '../../contract/media.ts'

/** A message on its way: shown at once, and as not sent when it was not (safety §7). */
export type Outgoing = {
  /** The sender's idempotency key: a retry under it never doubles. */
  clientId: string
  /** The author: no other user who signs in here sees it or sends it. */
  senderId: string
  receiverId: string
  content: string
  replyTo: { id: string; content: string; sender_id: string } | null
  media: readonly PrivateMedia[]
  previewIds: readonly string[]
  /** Coins. */
  price: number | null
  at: string
  /** Why it was not sent, as a sentence; null while it is under way. */
  failure: string | null
}

export const useOutbox = create<{ messages: readonly Outgoing[] }>(() => ({ messages: [] }))

export const enqueue = (message: Outgoing): void =>
  useOutbox.setState(({ messages }) => ({ messages: [...messages, message] }))

export const dequeue = (clientId: string): void =>
  useOutbox.setState(({ messages }) => ({ messages: messages.filter((it) => it.clientId !== clientId) }))

export const setFailure = (clientId: string, failure: string | null): void =>
  useOutbox.setState(({ messages }) => ({
    messages: messages.map((it) => (it.clientId === clientId ? { ...it, failure } : it)),
  }))

/** The unsent messages of one user to another: no other user who signs in on this page sees or sends them. */
export const outgoingOf = (
  messages: readonly Outgoing[],
  { from, to }: { from: string | undefined; to: string },
): readonly Outgoing[] => messages.filter((it) => it.senderId === from && it.receiverId === to)

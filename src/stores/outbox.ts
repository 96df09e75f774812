import { create } from 'zustand'

/** A message on its way: shown at once, and as not sent when it was not (safety §7). */
export type Outgoing = {
  /** The sender's idempotency key: a retry under it never doubles. */
  clientId: string
  /** The author: no other user who signs in here sees it or sends it. */
  senderId: string
  receiverId: string
  content: string
  replyTo: { id: string; content: string; sender_id: string } | null
  media: readonly { id: string }[]
  previewIds: readonly string[]
  /** Coins. */
  price: number | null
  /** The sender said yes twice to it. */
  priceConfirmed?: boolean
  /** The saved reply that it was written with. */
  savedReplyId?: string | null
  at: string
  /** Why it was not sent, as a sentence; null while it is under way or waits for a connection. */
  failure: string | null
  /** The failure was one of the network: it is sent again with the next connection. */
  unreached?: boolean
}

/** The messages on their way, of all authors; those of `owner` are stored in this browser. */
export const useOutbox = create<{ owner: string | null; messages: readonly Outgoing[] }>(() => ({
  owner: null,
  messages: [],
}))

/** Takes over what this user has written and not sent, in earlier visits too. Returns how to stop. */
export function openOutbox(owner: string): () => void {
  useOutbox.setState({ owner })
  change(owner, (stored) => [...stored, ...written(owner).filter((it) => !has(stored, it.clientId))])
  const follow = ({ key }: StorageEvent) => key === keyOf(owner) && show(owner, read(owner))
  addEventListener('storage', follow)
  return () => {
    removeEventListener('storage', follow)
    if (useOutbox.getState().owner === owner) useOutbox.setState({ owner: null })
  }
}

/** Adds a message; of its media only the ids are remembered. */
export const enqueue = (message: Outgoing): void =>
  change(message.senderId, (messages) => [...messages, { ...message, media: message.media.map(({ id }) => ({ id })) }])

export const dequeue = ({ clientId, senderId }: Outgoing): void =>
  change(senderId, (messages) => messages.filter((it) => it.clientId !== clientId))

export const setFailure = (
  { clientId, senderId }: Outgoing,
  failure: string | null,
  { unreached = false } = {},
): void =>
  change(senderId, (messages) => messages.map((it) => (it.clientId === clientId ? { ...it, failure, unreached } : it)))

/** Lets those wait again that failed because the server was not reached. */
export const waitAgain = (owner: string): void =>
  change(owner, (messages) => messages.map((it) => (it.unreached ? { ...it, failure: null, unreached: false } : it)))

/** The messages of this user that are to be sent, oldest first, as all tabs of this browser know them. */
export function waitingOf(owner: string): readonly Outgoing[] {
  if (useOutbox.getState().owner === owner) show(owner, read(owner) ?? written(owner))
  return written(owner).filter((it) => it.failure === null)
}

/** The unsent messages of one user to another: no other user who signs in on this page sees or sends them. */
export const outgoingOf = (
  messages: readonly Outgoing[],
  { from, to }: { from: string | undefined; to: string },
): readonly Outgoing[] => messages.filter((it) => it.senderId === from && it.receiverId === to)

/** Deletes the unsent messages of all users: a sign-out leaves none to the next user of the computer. */
export function dropOutbox(): void {
  useOutbox.setState({ owner: null, messages: [] })
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to delete.
  }
}

/** Changes what all tabs know: another one may have sent or written meanwhile, so the stored messages count. */
function change(author: string, by: (messages: readonly Outgoing[]) => readonly Outgoing[]): void {
  const isStored = useOutbox.getState().owner === author
  const next = by((isStored && read(author)) || written(author))
  show(author, next)
  if (!isStored) return
  try {
    if (next.length === 0) localStorage.removeItem(keyOf(author))
    else localStorage.setItem(keyOf(author), JSON.stringify(next))
  } catch {
    // With a full or closed storage, messages wait in this tab only.
  }
}

const written = (author: string) => useOutbox.getState().messages.filter((it) => it.senderId === author)
const has = (messages: readonly Outgoing[], clientId: string) => messages.some((it) => it.clientId === clientId)
const show = (author: string, own: readonly Outgoing[] | null) =>
  useOutbox.setState(({ messages }) => ({
    messages: [...messages.filter((it) => it.senderId !== author), ...(own ?? [])],
  }))

const prefix = 'chat_outbox:'
const keyOf = (author: string) => prefix + author

/** Null when nothing can be stored; what cannot be read is nothing. */
function read(author: string): Outgoing[] | null {
  let stored: string | null
  try {
    stored = localStorage.getItem(keyOf(author))
  } catch {
    return null
  }
  try {
    const messages: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(messages) ? messages.filter((it) => isOutgoing(it, author)) : []
  } catch {
    return []
  }
}

const isOutgoing = (it: Partial<Outgoing> | null, author: string): it is Outgoing =>
  typeof it?.clientId === 'string' &&
  typeof it.receiverId === 'string' &&
  typeof it.content === 'string' &&
  it.senderId === author &&
  Array.isArray(it.media) &&
  Array.isArray(it.previewIds)

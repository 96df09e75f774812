import { useState } from 'react'
import type { Conversation } from '../../../contract/chat.ts'

/**
 * Keeps rows where they are while the pointer is in the list: messages that arrive change them and move none. Answers
 * how many would be higher up by now.
 */
export function useHeldOrder(conversations: readonly Conversation[]) {
  const [held, setHeld] = useState<Held | null>(null)
  return {
    ...inHeldOrder(conversations, held),
    hold: () => setHeld(orderOf(conversations)),
    release: () => setHeld(null),
  }
}

type Row = Pick<Conversation, 'id' | 'last_message_at'>
type Held = { ids: readonly string[]; at: string }

/** The order of rows, and the time of their latest message. */
export const orderOf = (rows: readonly Row[]): Held => ({
  ids: rows.map((it) => it.id),
  at: rows.map(latest).sort().at(-1) ?? '',
})

/** Rows in an order that is held, with what is older at the end; what is newer waits outside. */
export function inHeldOrder<R extends Row>(
  rows: readonly R[],
  held: Held | null,
): { shown: readonly R[]; fresh: number } {
  if (held === null) return { shown: rows, fresh: 0 }
  const byId = new Map(rows.map((it) => [it.id, it]))
  const known = new Set(held.ids)
  return {
    shown: [
      ...held.ids.flatMap((id) => byId.get(id) ?? []),
      ...rows.filter((it) => !known.has(it.id) && latest(it) <= held.at),
    ],
    fresh: rows.filter((it) => latest(it) > held.at).length,
  }
}

const latest = (it: Row): string => it.last_message_at ?? ''

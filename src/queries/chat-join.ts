import { type InfiniteData, replaceEqualDeep } from '@tanstack/react-query'
import type { Conversation, Message } from '../../contract/chat.ts'

export type Pages<T> = InfiniteData<{ data: T[]; next: string | null }, string | undefined>

/**
 * Merges a fetched history with the events that arrived during the fetch: no message that has arrived
 * vanishes again, and nothing deleted or read comes back. Unchanged messages stay the same object.
 */
export function joinHistory(was: unknown, answered: unknown): unknown {
  const [before, now] = [was as Pages<Message> | undefined, answered as Pages<Message>]
  const [top, ...others] = now.pages
  if (before === undefined || top === undefined) return answered
  const known = new Map(rows(before).map((it) => [it.id, it]))
  const newest = now.pages.flatMap((page) => page.data)[0]?.seq ?? 0
  const arrived = rows(before).filter((it) => it.seq > newest)
  const pages = [{ ...top, data: [...arrived, ...top.data] }, ...others]
  return {
    ...now,
    pages: pages.map((page) => ({ ...page, data: page.data.map((it) => laterOf(known.get(it.id), it)) })),
  }
}

function laterOf(before: Message | undefined, now: Message): Message {
  if (before === undefined) return now
  if (before.deleted && !now.deleted) return before
  if (before.edited_at !== null && before.edited_at > (now.edited_at ?? '')) return before
  return replaceEqualDeep(before, before.read_at && !now.read_at ? { ...now, read_at: before.read_at } : now)
}

/** Merges a list of conversations the same way: one with newer events keeps them, at the top. */
export function joinConversations(was: unknown, answered: unknown): unknown {
  const [before, now] = [was as Pages<Conversation> | undefined, answered as Pages<Conversation>]
  const known = new Map(before ? rows(before).map((it) => [it.id, it]) : [])
  const moved = rows(now).flatMap((it) => {
    const live = known.get(it.id)
    return live !== undefined && live.last_seq > it.last_seq ? [live] : []
  })
  moved.sort((a, b) => (b.last_message_at ?? '').localeCompare(a.last_message_at ?? ''))
  const ids = new Set(moved.map((it) => it.id))
  return {
    ...now,
    pages: now.pages.map((page, at) => {
      const rest = page.data.filter((it) => !ids.has(it.id)).map((it) => readOf(known.get(it.id), it))
      return { ...page, data: at === 0 ? [...moved, ...rest] : rest }
    }),
  }
}

/** What was read here in the meantime stays read. */
function readOf(before: Conversation | undefined, now: Conversation): Conversation {
  if (before === undefined) return now
  if (before.read_seq <= now.read_seq) return replaceEqualDeep(before, now)
  const { read_seq, unread_count, has_unread_messages } = before
  return { ...now, read_seq, unread_count, has_unread_messages }
}

const rows = <T>(pages: Pages<T>): T[] => pages.pages.flatMap((page) => page.data)

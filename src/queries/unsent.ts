import type { QueryClient } from '@tanstack/react-query'
import type { Conversation } from '../../contract/chat.ts'
import { m } from '../paraglide/messages.js'
import { keepAccessEnded, typedWords, type Unsent, useAccessEnded } from '../stores/access-ended.ts'
import { useDrafts } from '../stores/drafts.ts'
import { useOutbox } from '../stores/outbox.ts'
import type { Pages } from './chat-join.ts'
import { chatKeys } from './chat-keys.ts'

/**
 * Keeps for the page after the reload what was written for this creator and not sent: drafts, messages on their way,
 * and what stands in the fields of the page.
 */
export function keepUnsent(queryClient: QueryClient, creatorId: string): void {
  const nameOf = namesOf(queryClient)
  const { owner, texts } = useDrafts.getState()
  // Which files went along is no word, nor what the server has.
  const drafts = owner === creatorId ? Object.entries(texts).filter(([key]) => !/^(?:files|known) /.test(key)) : []
  const now: Unsent[] = [
    ...drafts.map(([key, text]) => ({ to: nameOf(key), text: isRows(key) ? linesOf(text) : text })),
    ...useOutbox
      .getState()
      .messages.filter((it) => it.senderId === creatorId)
      .map((it) => ({ to: nameOf(it.receiverId), text: it.content })),
    ...typedWords(),
  ]
  const before = useAccessEnded.getState().ended?.words ?? []
  const words: Unsent[] = []
  for (const one of [...now, ...before])
    if (one.text.trim() !== '' && !words.some((it) => it.text.startsWith(one.text))) words.push(one)
  keepAccessEnded({ creatorId, words })
}

/** For whom a draft is: a fan of the lists on this page, or what else its key names. */
function namesOf(queryClient: QueryClient): (key: string) => string {
  const lists = queryClient.getQueriesData<Pages<Conversation>>({ queryKey: chatKeys.lists })
  const names = new Map(
    lists.flatMap(([, list]) =>
      (list?.pages ?? []).flatMap(({ data }) => data.map((it) => [it.other_user_id, it.other_username] as const)),
    ),
  )
  return (key) => {
    const name = names.get(key)
    if (name) return m.chat_write_to({ name: `@${name}` })
    if (key === 'broadcast') return m.title_chat_channel()
    return key === 'post' ? m.composer_text() : ''
  }
}

/** The drafts of captions are rows. */
const isRows = (key: string) => key.startsWith('captions ')
function linesOf(rows: string): string {
  try {
    return (JSON.parse(rows) as { text?: string }[]).map((it) => it.text ?? '').join('\n')
  } catch {
    return ''
  }
}

import { useState } from 'react'
import type { OpenConversation } from '../../../contract/chat.ts'
import { m } from '../../paraglide/messages.js'
import { Icon } from '../../ui/icon.tsx'
import type { History } from './use-history.ts'

/** The messages that were not read when the conversation was opened: how many, and after which number they begin. */
export type Unread = { after: number; count: number }

/** Remembered from the opening on, because looking at them marks them as read; null if there were none. */
export function useUnread({ read_seq, last_seq, unread_count }: OpenConversation): Unread | null {
  // One that was only marked as unread has no message after the last one that was read.
  const [unread] = useState(() =>
    unread_count > 0 && last_seq > read_seq ? { after: read_seq, count: unread_count } : null,
  )
  return unread
}

/** The way up to the first of more new messages than one sees at once. */
export function ToUnread({ unread, history }: { unread: Unread; history: History }) {
  const [isDone, setIsDone] = useState(false)
  if (isDone || unread.count < seenAtOnce || history.isPending || history.place !== null) return null
  const go = () => {
    setIsDone(true)
    history.goTo({ around_seq: unread.after + 1 })
  }
  return (
    <div className="relative z-10 flex h-0 justify-center">
      <button
        type="button"
        onClick={go}
        className="mt-2 flex h-11 items-center gap-1 whitespace-nowrap rounded-full border border-edge bg-raised px-4 font-semibold text-signal-text text-sm shadow-sm"
      >
        <Icon name="chevron-down" className="size-5 rotate-180" />
        {m.chat_go_to_new({ count: unread.count })}
      </button>
    </div>
  )
}
const seenAtOnce = 6

import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { SavedReply } from '../../../contract/chat-tools.ts'
import { m } from '../../paraglide/messages.js'
import { type RepliesFilter, savedRepliesQuery } from '../../queries/chat-tools.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useClosedReply } from './reply-line.tsx'
import { ReplyList } from './reply-list.tsx'

/** What a creator writes often, one tap away. */
export function SavedReplies({ fanId, onPick }: { fanId: string; onPick: (reply: SavedReply) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const pick = (reply: SavedReply) => {
    onPick(reply)
    setIsOpen(false)
  }
  return (
    <>
      <button
        type="button"
        aria-label={m.chat_replies()}
        onClick={() => setIsOpen(true)}
        className={buttonClasses({ variant: 'ghost', size: 'icon' })}
      >
        <Icon name="file-text" />
      </button>
      <Sheet open={isOpen} onOpenChange={setIsOpen} title={m.chat_replies()}>
        <Replies fanId={fanId} onPick={pick} />
        <p className="mt-2 text-ink-soft text-sm">{m.chat_replies_slash()}</p>
        <Link
          to="/settings/chat"
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {m.chat_replies_manage()}
        </Link>
      </Sheet>
    </>
  )
}

function Replies({ fanId, onPick }: { fanId: string; onPick: (reply: SavedReply) => void }) {
  const [filter, setFilter] = useState<RepliesFilter>({ for: fanId })
  const replies = useInfiniteQuery(savedRepliesQuery(filter))
  const closedFor = useClosedReply()
  return <ReplyList replies={replies} filter={filter} onFilter={setFilter} closedFor={closedFor} onPick={onPick} />
}

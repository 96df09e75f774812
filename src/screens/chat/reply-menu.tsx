import { useEffect, useRef } from 'react'
import { m } from '../../paraglide/messages.js'
import { ReplyLine } from './reply-line.tsx'
import type { ReplyMenuState } from './use-reply-menu.ts'

/** The list that `/` opens above the field, which has the focus all the time. */
export function ReplyMenu({ menu }: { menu: ReplyMenuState }) {
  const { id, replies, chosen, isWaiting, pick, closedFor, optionId } = menu
  const list = useRef<HTMLDivElement>(null)
  const chosenId = chosen?.id
  useEffect(() => {
    if (chosenId) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [chosenId])
  return (
    <div className="mb-2 rounded-control border border-hairline bg-raised p-1">
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={m.chat_replies()}
        className="max-h-[min(16rem,40cqh)] overflow-y-auto"
      >
        {replies.map((reply) => {
          const closed = closedFor(reply)
          return (
            <button
              key={reply.id}
              id={optionId(reply)}
              type="button"
              role="option"
              aria-selected={reply.id === chosenId}
              aria-disabled={closed !== null || undefined}
              tabIndex={-1}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => pick(reply)}
              className="block min-h-11 w-full rounded-[6px] px-2 py-1.5 text-left hover:bg-sunken aria-disabled:opacity-60 aria-selected:bg-sunken"
            >
              <ReplyLine reply={reply} closed={closed} />
            </button>
          )
        })}
      </div>
      <p role="status" className="px-2 text-ink-soft text-sm">
        {replies.length === 0 && (isWaiting ? m.ui_loading() : m.chat_replies_none())}
      </p>
    </div>
  )
}

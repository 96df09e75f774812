import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Conversation } from '../../../contract/chat.ts'
import type { InboxSearch } from '../../lib/inbox-search.ts'
import { m } from '../../paraglide/messages.js'
import { ConversationRow } from './conversation-row.tsx'
import { useHeldOrder } from './use-held-order.ts'

type RowsProps = {
  conversations: readonly Conversation[]
  mode: 'creator' | undefined
  open: string | undefined
  shown: InboxSearch
  /** The chosen rows; null while none are chosen. */
  chosen: ReadonlySet<string> | null
  onChoose: (id: string) => void
  hasMore: boolean
  onMore: () => void
}

/** Only the rows in sight are in the page. Arrows move between them, Home and End jump. */
export function ConversationRows({ conversations, mode, open, shown, chosen, onChoose, hasMore, onMore }: RowsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const order = useHeldOrder(conversations)
  const all = order.shown
  const rows = useVirtualizer({
    count: all.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    initialRect: { width: 320, height: 900 },
    getItemKey: (index) => all[index]?.id ?? index,
  })
  const items = rows.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const more = useRef(onMore)
  useEffect(() => {
    more.current = onMore
  })
  // What could not be fetched is fetched again when one scrolls on, and not by itself.
  useEffect(() => {
    if (hasMore && last >= all.length - 10) more.current()
  }, [hasMore, last, all.length])

  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const row = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-index]') : null
    const at = Number(row?.dataset.index ?? -1)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
    if (to === undefined || to < 0 || to >= all.length) return
    event.preventDefault()
    rows.scrollToIndex(to)
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-index="${to}"] a`)?.focus())
  }
  return (
    <>
      {order.fresh > 0 && (
        <button
          type="button"
          onClick={() => {
            order.release()
            scroller.current?.scrollTo({ top: 0 })
          }}
          className="min-h-11 shrink-0 border-hairline border-b bg-sunken px-4 font-semibold text-sm"
        >
          {m.inbox_fresh({ count: order.fresh })} ↑
        </button>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows move between the links inside, which are what acts. */}
      <div
        ref={scroller}
        onKeyDown={move}
        onPointerEnter={(event) => event.pointerType === 'mouse' && order.hold()}
        onPointerLeave={order.release}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain"
      >
        <ul aria-label={m.chat_list()} className="relative" style={{ height: rows.getTotalSize() }}>
          {items.map(({ index, key, start }) => {
            const conversation = all[index]
            return (
              conversation && (
                <li
                  key={key}
                  data-index={index}
                  aria-setsize={hasMore ? -1 : all.length}
                  aria-posinset={index + 1}
                  className="absolute inset-x-0 top-0 flex"
                  style={{ height: rowHeight, transform: `translateY(${start}px)` }}
                >
                  {chosen && (
                    <label className="flex w-11 shrink-0 items-center justify-center border-hairline border-b pl-2">
                      <input
                        type="checkbox"
                        checked={chosen.has(conversation.id)}
                        onChange={() => onChoose(conversation.id)}
                        aria-label={m.inbox_choose_row({ name: conversation.other_username ?? '' })}
                        className="size-5 accent-ink"
                      />
                    </label>
                  )}
                  <ConversationRow
                    conversation={conversation}
                    mode={mode}
                    shown={shown}
                    isOpen={conversation.other_username === open}
                  />
                </li>
              )
            )
          })}
        </ul>
      </div>
    </>
  )
}

const rowHeight = 76
